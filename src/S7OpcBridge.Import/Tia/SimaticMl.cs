using System.Xml.Linq;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.Tia;

/// <summary>Blocks, types and tag tables that TIA Portal Openness exported as XML (SimaticML): with number, access and comments in several languages.</summary>
internal sealed class SimaticMl : SourceReader
{
    public override string Format => "TIA Portal Openness XML (SimaticML)";

    public override bool Recognises(Source source) =>
        source.Head.Contains("<SW.Blocks.", StringComparison.Ordinal)
        || source.Head.Contains("<SW.Types.", StringComparison.Ordinal)
        || source.Head.Contains("<SW.Tags.", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = XmlFiles.Load(source.File, source.Bytes);
        foreach (var element in root.DescendantsAndSelf())
        {
            cancellationToken.ThrowIfCancellationRequested();
            switch (element.Name.LocalName)
            {
                case "SW.Blocks.GlobalDB" or "SW.Blocks.InstanceDB":
                    ReadBlock(source.File, element, draft);
                    break;
                case "SW.Blocks.ArrayDB":
                    ReadArrayBlock(source.File, element, draft);
                    break;
                case "SW.Blocks.FB":
                    ReadType(source.File, element, draft, isFunctionBlock: true);
                    break;
                case "SW.Types.PlcStruct":
                    ReadType(source.File, element, draft, isFunctionBlock: false);
                    break;
                case "SW.Tags.PlcTagTable":
                    ReadTable(source.File, element, draft);
                    break;
            }
        }
    }

    private static void ReadBlock(SourceFile file, XElement block, ImportDraft draft)
    {
        var spot = XmlFiles.Spot(file, block);
        var type = new UserType(NameOf(block), spot) { IsFromSource = true, Used = true };
        ReadSections(file, block, type, draft, isFunctionBlock: block.Name.LocalName == "SW.Blocks.InstanceDB");
        if (type.Members.Count == 0 && Attribute(block, "InstanceOfName") is { Length: > 0 } of)
            type.SameAs = $"\"{of}\"";
        draft.Blocks.Add(
            new ImportedBlock(type, spot)
            {
                Number = Cell.Whole(Attribute(block, "Number")),
                IsOptimised = Attribute(block, "MemoryLayout") == "Optimized",
            }
        );
    }

    private static void ReadArrayBlock(SourceFile file, XElement block, ImportDraft draft)
    {
        var spot = XmlFiles.Spot(file, block);
        var type = Attribute(block, "ArrayDataType");
        if (type.Length == 0 || Cell.Whole(Attribute(block, "ArrayLimitUpperBound")) is not { } last)
        {
            draft.LeaveOut(
                spot,
                NameOf(block),
                "the array data block does not tell its type and upper limit; export it again with all properties"
            );
            return;
        }
        var name = new UserType(NameOf(block), spot)
        {
            IsFromSource = true,
            Used = true,
            SameAs = $"Array[0..{last}] of {type}",
        };
        draft.Blocks.Add(
            new ImportedBlock(name, spot)
            {
                Number = Cell.Whole(Attribute(block, "Number")),
                IsOptimised = Attribute(block, "MemoryLayout") != "Standard",
            }
        );
    }

    private static void ReadType(SourceFile file, XElement element, ImportDraft draft, bool isFunctionBlock)
    {
        var type = new UserType(NameOf(element), XmlFiles.Spot(file, element))
        {
            IsFromSource = true,
            IsFunctionBlock = isFunctionBlock,
            Used = true,
        };
        ReadSections(file, element, type, draft, isFunctionBlock);
        draft.AddType("", type);
    }

    private static void ReadSections(SourceFile file, XElement owner, UserType type, ImportDraft draft, bool isFunctionBlock)
    {
        var sections = owner.Child("AttributeList")?.Child("Interface")?.Child("Sections")?.All("Section") ?? [];
        foreach (var section in sections)
        {
            // What an instance keeps, in the order in which it lies there.
            if (section.Text("Name") is "Temp" or "Constant" or "Return")
                continue;
            var first = type.Members.Count;
            foreach (var member in section.All("Member"))
                type.Members.Add(MemberOf(file, member, draft));
            for (var i = first; isFunctionBlock && i < type.Members.Count; i++)
                type.Members[i] = type.Members[i] with { StartsSection = i == first, IsInOut = section.Text("Name") == "InOut" };
        }
    }

    private static UserTypeMember MemberOf(SourceFile file, XElement member, ImportDraft draft)
    {
        var spot = XmlFiles.Spot(file, member);
        var text = member.Text("Datatype").Trim();
        var name = member.Text("Name");
        var flags = member.Child("AttributeList")?.All("BooleanAttribute") ?? [];
        var result = new UserTypeMember(name, spot, text, spot)
        {
            IsReadOnly = flags.Any(flag => flag.Text("Name") == "ExternalWritable" && flag.Value == "false"),
            Details =
                member.Child("Comment") is { } comment
                && TextOf(comment.All("MultiLanguageText").Select(item => (item.Text("Lang"), item.Value)), draft) is { Length: > 0 } words
                    ? new TagDetails { Description = words }
                    : null,
        };
        if (!text.Equals("Struct", StringComparison.OrdinalIgnoreCase) && !text.EndsWith(" of Struct", StringComparison.OrdinalIgnoreCase))
            return result;
        var nested = new UserType(name, spot) { IsFromSource = true, Used = true };
        foreach (var inner in member.All("Member"))
            nested.Members.Add(MemberOf(file, inner, draft));
        var (open, close) = (text.IndexOf('['), text.IndexOf(']'));
        return result with
        {
            Type = null,
            Nested = nested,
            Bounds = open >= 0 && close > open ? text[open..(close + 1)] : "",
            Details = null,
        };
    }

    private static void ReadTable(SourceFile file, XElement table, ImportDraft draft)
    {
        var name = NameOf(table) is "Default tag table" or "Standard-Variablentabelle" ? "" : NameOf(table);
        foreach (var element in table.Child("ObjectList")?.Elements() ?? [])
        {
            if (element.Name.LocalName == "SW.Tags.PlcUserConstant" && Cell.Whole(Attribute(element, "Value")) is { } number)
                draft.Constants.TryAdd(NameOf(element), number);
            if (element.Name.LocalName != "SW.Tags.PlcTag")
                continue;
            var texts = element
                .Descendants()
                .Where(item => item.Name.LocalName == "MultilingualTextItem")
                .Select(item => (Attribute(item, "Culture"), Attribute(item, "Text")));
            var writable = Attribute(element, "ExternalWritable") switch
            {
                "false" => false,
                "true" => true,
                _ => (bool?)null,
            };
            new PlcTag(
                name,
                NameOf(element),
                Attribute(element, "DataTypeName"),
                Attribute(element, "LogicalAddress"),
                TextOf(texts, draft),
                writable,
                XmlFiles.Spot(file, element)
            ).AddTo(draft);
        }
    }

    // The wished language, else the first that has a text.
    private static string TextOf(IEnumerable<(string Culture, string Text)> texts, ImportDraft draft)
    {
        var all = texts.Where(text => text.Text.Trim().Length > 0).ToList();
        var wished = all.Find(text =>
            draft.Options.Language is { } language && text.Culture.StartsWith(language, StringComparison.OrdinalIgnoreCase)
        );
        return (wished.Text ?? (all.Count > 0 ? all[0].Text : "")).Trim();
    }

    private static string NameOf(XElement element) => Attribute(element, "Name");

    private static string Attribute(XElement element, string name) => element.Child("AttributeList")?.Child(name)?.Value.Trim() ?? "";
}
