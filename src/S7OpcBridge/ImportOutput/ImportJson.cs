using System.Text.Encodings.Web;
using System.Text.Json;
using S7OpcBridge.Import;

namespace S7OpcBridge.ImportOutput;

/// <summary>Writes the report of an import as JSON: every line with its location.</summary>
internal static class ImportJson
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Write(ImportReport report) =>
        JsonSerializer.Serialize(
            new
            {
                report.Taken,
                report.Changed,
                report.LeftOut,
                report.Skipped,
                SharePercent = Math.Round(report.Share, 3),
                Sources = report.Sources.Select(source => new
                {
                    source.Path,
                    source.Format,
                    source.Taken,
                    source.Changed,
                    source.LeftOut,
                }),
                Lines = report.Lines.Select(line => new
                {
                    Outcome = JsonNamingPolicy.CamelCase.ConvertName(line.Outcome.ToString()),
                    File = line.Spot.File?.Path,
                    line.Spot.Line,
                    line.Name,
                    line.Reason,
                }),
                report.MoreLines,
            },
            Options
        );
}
