using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Kepware;

/// <summary>A project of KEPServerEX in its own binary form (.opf), which is not read: says what to save instead.</summary>
internal sealed class KepwareProject : SourceReader
{
    public override string Format => "Kepware project (.opf)";

    // Version 6 has a fixed head. Older ones have others: bytes that are no text, in a file of this name.
    public override bool Recognises(Source source) =>
        source.Bytes is [0x62, 0x98, 0x23, 0x44, ..]
        || source.Path.EndsWith(".opf", StringComparison.OrdinalIgnoreCase)
            && source.Tree is null
            && source.Bytes.AsSpan().Contains((byte)0);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken) =>
        throw new ImportException(
            source.Start,
            "this is a Kepware project in its binary form; open it in the Configuration, save it as JSON (File, Save As, "
                + "*.json, without encryption) and import that"
        );
}
