using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Step7;

/// <summary>The symbol table of STEP 7 V5 as .sdf: symbol, operand, type and comment in quotes, padded with blanks.</summary>
internal sealed class SymbolSdf : SourceReader
{
    public override string Format => "STEP 7 symbol table (SDF)";

    public override bool Recognises(Source source)
    {
        var end = source.Head.AsSpan().IndexOfAny('\r', '\n');
        var first = end < 0 ? source.Head : source.Head[..end];
        return first.StartsWith('"')
            && first.Length < 4000
            && CsvTable.Lines(source.File, first).FirstOrDefault().Cells is { Length: 4 } cells
            && cells[0].Length == 24
            && cells[1].Length == 12;
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var (spot, cells) in CsvTable.Lines(source.File, source.Text))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (cells.Length >= 3)
                new SymbolRow(cells[0].Trim(), cells[1].Trim(), cells[2].Trim(), cells.Length > 3 ? cells[3].Trim() : "", spot).AddTo(
                    draft
                );
        }
    }
}
