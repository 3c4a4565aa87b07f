using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Tia;

/// <summary>A PLC tag table that TIA Portal exported as XML.</summary>
internal sealed class TagTableXml : SourceReader
{
    public override string Format => "TIA Portal PLC tags (XML)";

    public override bool Recognises(Source source) => source.Head.Contains("<Tagtable", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = XmlFiles.Load(source.File, source.Bytes);
        foreach (var table in root.DescendantsAndSelf().Where(element => element.Name.LocalName == "Tagtable"))
        {
            foreach (var tag in table.All("Tag"))
            {
                cancellationToken.ThrowIfCancellationRequested();
                var writable = tag.Text("hmiWriteable").Length == 0 ? (bool?)null : Cell.IsYes(tag.Text("hmiWriteable"));
                new PlcTag(
                    "",
                    tag.Value.Trim(),
                    tag.Text("type"),
                    tag.Text("addr"),
                    tag.Text("remark"),
                    writable,
                    XmlFiles.Spot(source.File, tag)
                ).AddTo(draft);
            }
            foreach (var constant in table.All("Constant"))
            {
                if (Cell.Whole(constant.Text("value")) is { } number)
                    draft.Constants.TryAdd(constant.Value.Trim(), number);
            }
        }
    }
}
