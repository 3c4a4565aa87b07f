using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Tia;

/// <summary>
/// A PLC tag table that TIA Portal exported as SDF: name, address, type, visible, accessible, retentive, comment, blank, writeable, in quotes and without
/// headings. Older versions end with the comment.
/// </summary>
internal sealed class TagTableSdf : SourceReader
{
    private const int Writeable = 8;

    public override string Format => "TIA Portal PLC tags (SDF)";

    public override bool Recognises(Source source) =>
        source.Head.StartsWith('"')
        && CsvTable.Lines(source.File, FirstLine(source.Head)).FirstOrDefault().Cells is { Length: >= 7 and <= 12 } cells
        && cells[1].StartsWith('%');

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var (spot, cells) in CsvTable.Lines(source.File, source.Text))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (cells.Length < 3)
                continue;
            var comment = cells.Length > 6 ? cells[6] : "";
            new PlcTag(
                "",
                cells[0],
                cells[2],
                cells[1],
                comment,
                cells.Length > Writeable ? Cell.IsYes(cells[Writeable]) : null,
                spot
            ).AddTo(draft);
        }
    }

    private static string FirstLine(string text) => text.AsSpan().IndexOfAny('\r', '\n') is >= 0 and var end ? text[..end] : text;
}
