namespace S7OpcBridge.Import.TiaProjects;

/// <summary>The tag table that every device has; it makes no group of its own.</summary>
internal static class DefaultTables
{
    private static readonly string[] Names =
    [
        "Default tag table",
        "Standard-Variablentabelle",
        "Table de variables standard",
        "Tabla de variables estándar",
        "Tabella delle variabili standard",
        "默认变量表",
    ];

    /// <summary>True for its name in one of the languages of TIA Portal.</summary>
    public static bool Contains(string name) => Names.Contains(name, StringComparer.OrdinalIgnoreCase);
}
