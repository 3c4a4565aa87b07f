using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Tia;

/// <summary>A PLC tag table that TIA Portal exported as SDF: name, address, type, three flags for the HMI, comment, in quotes and without headings.</summary>
internal sealed class TagTableSdf : SourceReader
{
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
            new PlcTag("", cells[0], cells[2], cells[1], comment, cells.Length > 5 ? Cell.IsYes(cells[4]) : null, spot).AddTo(draft);
        }
    }

    private static string FirstLine(string text) => text.AsSpan().IndexOfAny('\r', '\n') is >= 0 and var end ? text[..end] : text;
}
