using System.Globalization;
using System.Xml.Linq;

namespace S7OpcBridge.NodesetTool;

/// <summary>A UANodeSet file of namespace 0 (OPC 10000-6, annex F): nodes by id, every reference once and forward.</summary>
internal sealed class Nodeset
{
    public static readonly XNamespace Xml = "http://opcfoundation.org/UA/2011/03/UANodeSet.xsd";

    private readonly Dictionary<string, uint> _aliases;

    private Nodeset(XElement root)
    {
        _aliases = root.Element(Xml + "Aliases")!.Elements().ToDictionary(a => a.Attribute("Alias")!.Value, a => Numeric(a.Value));
        foreach (var element in root.Elements().Where(e => e.Name.LocalName.StartsWith("UA", StringComparison.Ordinal)))
            Nodes.Add(Numeric(element.Attribute("NodeId")!.Value), element);
        foreach (var (id, element) in Nodes)
        {
            foreach (var reference in element.Element(Xml + "References")?.Elements() ?? [])
                AddReference(id, reference);
        }
    }

    public SortedDictionary<uint, XElement> Nodes { get; } = [];

    /// <summary>By source, in the order of the file.</summary>
    public Dictionary<uint, List<(uint Type, uint Target)>> Forward { get; } = [];

    public static Nodeset Load(string path) => new(XDocument.Load(path).Root!);

    /// <summary>The id behind <c>i=85</c> or an alias such as <c>HasProperty</c>.</summary>
    public uint Id(string text) => _aliases.TryGetValue(text, out var id) ? id : Numeric(text);

    public string BrowseName(uint id) => Nodes[id].Attribute("BrowseName")!.Value;

    public IEnumerable<uint> Targets(uint source, uint type) =>
        Forward.GetValueOrDefault(source, []).Where(r => r.Type == type).Select(r => r.Target);

    private void AddReference(uint id, XElement reference)
    {
        var other = Numeric(reference.Value);
        var (source, target) = (string?)reference.Attribute("IsForward") == "false" ? (other, id) : (id, other);
        var entry = (Id(reference.Attribute("ReferenceType")!.Value), target);
        if (!Forward.TryGetValue(source, out var list))
            Forward.Add(source, list = []);
        if (!list.Contains(entry))
            list.Add(entry);
    }

    private static uint Numeric(string text) =>
        text.StartsWith("i=", StringComparison.Ordinal)
            ? uint.Parse(text.AsSpan(2), CultureInfo.InvariantCulture)
            : throw new FormatException($"{text} is no numeric id of namespace 0 and no alias.");
}
