using System.Xml.Linq;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>What the members of one interface refer to: its parts, the values of its constants, its comments, the offsets of its members.</summary>
internal sealed class InterfaceScope
{
    private const int OldExternalTypes = 3,
        OldOffsets = 100;

    private readonly IReadOnlyList<PlfObject?> _parts,
        _types;
    private readonly Dictionary<string, string> _constants = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _comments = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _offsets = new(StringComparer.Ordinal);
    private readonly SourceLocation _spot;

    /// <summary>The scope of an interface's root.</summary>
    /// <exception cref="ImportException">Its document is broken.</exception>
    public InterfaceScope(PlfObject root, string? language, SourceLocation spot)
    {
        _spot = spot;
        _parts = PartsOf(root);
        // Named types stand among the parts; in V11 to V13 in a list of their own.
        _types = root.Has("IXmlPartData.PayLoad")
            ? _parts.FirstOrDefault(part => KindOf(part) == OldExternalTypes) is { } list
                ? PartsOf(list)
                : []
            : _parts;
        Root = Load(root);
        foreach (var constant in Root?.Child("Constants")?.All("Constant") ?? [])
            _constants.TryAdd(constant.Text("Display"), constant.Text("Value"));
        foreach (var own in (root.One("UsedByBlock")?.One("InterfaceComments") ?? root).OwnValues())
        {
            if (ProjectTexts.Choose(own.Texts, language) is { Length: > 0 } text)
                _comments.TryAdd(own.Name, text);
        }
        if (_parts.FirstOrDefault(part => KindOf(part) == OldOffsets) is { } offsets && Load(offsets) is { } maps)
            ReadOffsets(maps);
    }

    /// <summary>The document of the root; null where there is none.</summary>
    public XElement? Root { get; }

    /// <summary>The members of a document of its own; empty where there is none.</summary>
    /// <exception cref="ImportException">The document is broken.</exception>
    public IReadOnlyList<XElement> MembersOf(PlfObject? part) =>
        part is not null && Load(part) is { } document ? [.. document.All("Member")] : [];

    /// <summary>A part by the position that a member names.</summary>
    /// <param name="isNamed">True for a type with a name.</param>
    public PlfObject? PartOf(XElement member, bool isNamed) =>
        int.TryParse(member.Text("SubPartIndex"), out var index)
        && (isNamed ? _types : _parts) is var list
        && index >= 0
        && index < list.Count
            ? list[index]
            : null;

    /// <summary>The comment of a member by the ids that lead to it; null: none.</summary>
    public string? CommentOf(string path) => _comments.GetValueOrDefault(path);

    /// <summary>The bit at which a member of the outermost level lies in its section by what the project says; null: it does not say.</summary>
    public int? OffsetOf(XElement member) =>
        int.TryParse(member.Text("StdO"), out var bits) || _offsets.TryGetValue(member.Text("ID"), out bits) ? bits : null;

    /// <summary>A type with the values of the constants in its bounds.</summary>
    public string Fill(string type)
    {
        if (_constants.Count == 0 || !type.Contains('['))
            return type;
        foreach (var (name, value) in _constants)
        {
            if (name.Length > 0)
                type = type.Replace(name, value, StringComparison.Ordinal);
        }
        return type;
    }

    private static long? KindOf(PlfObject? part) => part?.Whole("IBlockInterfaceXmlPartData.XmlPartKind");

    private static IReadOnlyList<PlfObject?> PartsOf(PlfObject root) =>
        root.Has("IXmlPartData.PayLoad") ? root.Many("ReferencedXmlParts", "XmlPartData") : root.Many("UsedParts", "InterfacePartData");

    private XElement? Load(PlfObject part)
    {
        var bytes = part.Blob(part.Has("IXmlPartData.PayLoad") ? "IXmlPartData.PayLoad" : "IInterfacePartData.Payload");
        return bytes.Length == 0 ? null : XmlFiles.Load(_spot.File ?? new SourceFile(""), bytes);
    }

    // One map for each kind of access; the classic one is that of blocks with standard access.
    private void ReadOffsets(XElement maps)
    {
        foreach (var map in maps.All("OffsetDataMap").Where(map => map.Text("OffsetSpecification") == "CLASSIC_PLEASE"))
        {
            foreach (var data in map.All("Data"))
            {
                if (int.TryParse(data.Text("Relative"), out var bits))
                    _offsets.TryAdd(data.Text("Path"), bits);
            }
        }
    }
}
