using System.Text.Encodings.Web;
using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>A table as JSON, for whoever wants to compare runs.</summary>
internal static class JsonTable
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, // a file, not a web page: µ stays µ
    };

    public static string Write(ResultTable table, Machine machine) =>
        JsonSerializer.Serialize(
            new
            {
                table.Name,
                table.Title,
                machine,
                columns = table.Columns.Select(column => new { column.Name, column.Unit }),
                rows = table.Rows.Select(row => new
                {
                    row.Group,
                    row.Label,
                    values = row.Values.Select(Finite),
                }),
                table.Notes,
            },
            Options
        ) + "\n";

    private static double? Finite(double? value) => value is { } v && double.IsFinite(v) ? Math.Round(v, 6) : null;
}
