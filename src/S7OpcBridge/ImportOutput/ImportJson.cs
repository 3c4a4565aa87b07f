using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.Import;

namespace S7OpcBridge.ImportOutput;

/// <summary>The report of an import as JSON: every line with its location.</summary>
[JsonSerializable(typeof(ImportSummary))]
internal sealed partial class ImportJson : JsonSerializerContext
{
    private static readonly ImportJson Shapes = new(
        new JsonSerializerOptions
        {
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
            WriteIndented = true,
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }
    );

    public static string Write(ImportReport report) =>
        JsonSerializer.Serialize(
            new ImportSummary(
                report.Taken,
                report.Changed,
                report.LeftOut,
                report.Skipped,
                Math.Round(report.Share, 3),
                [
                    .. report.Sources.Select(static source => new SummarySource(
                        source.Path,
                        source.Format,
                        source.Taken,
                        source.Changed,
                        source.LeftOut
                    )),
                ],
                [.. report.Lines.Select(LineOf)],
                report.MoreLines
            ),
            Shapes.ImportSummary
        );

    private static SummaryLine LineOf(ImportLine line) =>
        new(JsonNamingPolicy.CamelCase.ConvertName(line.Outcome.ToString()), line.Spot.File?.Path, line.Spot.Line, line.Name, line.Reason);
}
