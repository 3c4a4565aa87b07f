using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.Import.Results;

namespace S7OpcBridge.Import;

/// <summary>The report of an import as JSON: every line with its location.</summary>
public static class ImportJson
{
    private static readonly SummaryShapes Shapes = new(
        new JsonSerializerOptions
        {
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
            WriteIndented = true,
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }
    );

    /// <summary>The report as a text.</summary>
    public static string Write(ImportReport report) =>
        JsonSerializer.Serialize(
            new ImportSummary(
                report.Taken,
                report.Changed,
                report.LeftOut,
                report.Skipped,
                report.Messages,
                Math.Round(report.Share, 3),
                [
                    .. report.Sources.Select(static source => new SummarySource(
                        source.Path,
                        source.Format,
                        source.Taken,
                        source.Changed,
                        source.LeftOut,
                        source.Messages
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

[JsonSerializable(typeof(ImportSummary))]
internal sealed partial class SummaryShapes : JsonSerializerContext;
