namespace S7OpcBridge.History.Postgres;

/// <summary>The tables of a store on a PostgreSQL server, and the functions that unpack chunks for those who read with SQL.</summary>
internal static class PostgresSchema
{
    /// <summary>Statements that make it where absent.</summary>
    public static string StatementsFor(string schema) => Read().Replace("{schema}", Quoted(schema), StringComparison.Ordinal);

    /// <summary>A name as an identifier.</summary>
    public static string Quoted(string name) => "\"" + name.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";

    private static string Read()
    {
        using var stream = typeof(PostgresSchema).Assembly.GetManifestResourceStream("S7OpcBridge.History.Postgres.schema.sql")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
