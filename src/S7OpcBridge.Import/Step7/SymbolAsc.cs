using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Step7;

/// <summary>The symbol table of STEP 7 V5 as .asc: lines of fixed columns, 126 and a comma, symbol 24, operand 12, type 10, comment 80 characters.</summary>
internal sealed class SymbolAsc : SourceReader
{
    public override string Format => "STEP 7 symbol table (ASC)";

    public override bool Recognises(Source source) => source.Head.AsSpan().TrimStart().StartsWith("126,", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var number = 0;
        foreach (var line in source.Text.AsSpan().EnumerateLines())
        {
            cancellationToken.ThrowIfCancellationRequested();
            number++;
            if (!line.StartsWith("126,", StringComparison.Ordinal))
                continue;
            var text = line[4..].ToString().PadRight(126);
            new SymbolRow(
                text[..24].Trim(),
                text[24..36].Trim(),
                text[36..46].Trim(),
                text[46..].Trim(),
                source.Start with
                {
                    Line = number,
                }
            ).AddTo(draft);
        }
    }
}
