using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using S7OpcBridge.Map.Tia;

namespace S7OpcBridge.Import.Tia;

/// <summary>Blocks and types as text: sources of TIA Portal and STEP 7 (.db .udt .scl .awl) and SIMATIC SD (.s7dcl).</summary>
internal sealed class BlockText : SourceReader
{
    private static readonly string[] Words = ["DATA_BLOCK", "TYPE", "FUNCTION_BLOCK", "ORGANIZATION_BLOCK", "FUNCTION"];

    public override string Format => "TIA Portal or STEP 7 source text";

    public override bool Recognises(Source source)
    {
        foreach (var line in source.Head.AsSpan().EnumerateLines())
        {
            var word = line.Trim().Trim('\uFEFF');
            foreach (var begin in Words)
            {
                if (
                    word.StartsWith(begin, StringComparison.OrdinalIgnoreCase)
                    && (word.Length == begin.Length || word[begin.Length] is ' ' or '\t' or '"')
                )
                    return IsWhole(source, begin);
            }
        }
        return false;
    }

    // Other languages have functions and types as well, but do not end them so.
    private static bool IsWhole(Source source, string begin) =>
        begin is not ("TYPE" or "FUNCTION") || source.Text.Contains("END_" + begin, StringComparison.OrdinalIgnoreCase);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken) =>
        Read(
            source.File,
            source.Text,
            draft,
            plc: "",
            source.Beside(".s7res") is { } texts ? SdTexts.Read(texts, draft.Options.Language) : null
        );

    /// <summary>Reads the declarations of a text.</summary>
    public static void Read(SourceFile file, string text, ImportDraft draft, string plc, IReadOnlyDictionary<string, string>? texts = null)
    {
        var findings = new FindingList { Size = draft.Size };
        var parser = new TiaParser(file, text, findings, texts);
        parser.Read();
        foreach (var type in parser.Types)
            draft.AddType(plc, type);
        foreach (var block in parser.Blocks)
            draft.Blocks.Add(
                new ImportedBlock(block, block.Spot)
                {
                    Plc = plc,
                    Number = block.Db,
                    IsOptimised = block.IsOptimised,
                }
            );
        foreach (var finding in findings.Sorted)
            draft.Note(finding.Spot, finding.Message);
    }
}
