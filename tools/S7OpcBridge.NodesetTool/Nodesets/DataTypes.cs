using System.Globalization;
using System.Xml.Linq;

namespace S7OpcBridge.NodesetTool;

/// <summary>A field of a structure or an entry of an enumeration.</summary>
internal sealed record Field(string Name, uint DataType, int ValueRank, long Value, bool AllowsSubtypes, bool IsOptional);

/// <summary>A data type with its own fields (inherited ones are the base's).</summary>
internal sealed record DataType(
    uint Id,
    string Name,
    bool IsAbstract,
    uint Base,
    uint BinaryEncoding,
    bool HasDefinition,
    bool IsOptionSet,
    Field[] Fields
);

/// <summary>The data types of a nodeset.</summary>
internal sealed class DataTypes
{
    private readonly Nodeset _nodes;
    private readonly Dictionary<uint, DataType> _byId;

    public DataTypes(Nodeset nodes)
    {
        _nodes = nodes;
        var bases = nodes
            .Forward.SelectMany(f => f.Value.Where(r => r.Type == WellKnown.HasSubtype).Select(r => (r.Target, f.Key)))
            .ToDictionary(pair => pair.Target, pair => pair.Key);
        _byId = nodes
            .Nodes.Where(n => n.Value.Name.LocalName == "UADataType")
            .ToDictionary(n => n.Key, n => Read(n.Key, n.Value, bases.GetValueOrDefault(n.Key)));
        ByName = _byId.Values.ToDictionary(t => t.Name);
    }

    public Dictionary<string, DataType> ByName { get; }

    public DataType this[uint id] => _byId[id];

    public bool IsEnumeration(uint id) => IsA(id, WellKnown.Enumeration);

    public bool IsStructure(uint id) => IsA(id, WellKnown.Structure);

    /// <summary>Inherited fields first (OPC 10000-6, 5.2.6).</summary>
    public IEnumerable<Field> AllFields(DataType type) =>
        (type.Base is 0 or WellKnown.Structure or WellKnown.Enumeration ? [] : AllFields(_byId[type.Base])).Concat(type.Fields);

    /// <summary>The built-in type that a simple data type is encoded as; 24 (Variant) for abstract numbers.</summary>
    public uint BuiltIn(uint id)
    {
        while (id > WellKnown.DiagnosticInfo)
            id = id is >= 26 and <= 28 ? WellKnown.BaseDataType : _byId[id].Base;
        return id;
    }

    private bool IsA(uint id, uint ancestor)
    {
        while (id != 0 && id != ancestor)
            id = _byId.TryGetValue(id, out var type) ? type.Base : 0;
        return id == ancestor;
    }

    private DataType Read(uint id, XElement element, uint baseType)
    {
        var definition = element.Element(Nodeset.Xml + "Definition");
        if ((string?)definition?.Attribute("IsUnion") == "true")
            throw new NotSupportedException($"{_nodes.BrowseName(id)} is a union: teach StructureFile and the table about them first.");
        var encoding = _nodes.Targets(id, WellKnown.HasEncoding).FirstOrDefault(e => _nodes.BrowseName(e) == "Default Binary");
        return new DataType(
            id,
            _nodes.BrowseName(id),
            (bool?)element.Attribute("IsAbstract") ?? false,
            baseType,
            encoding,
            definition is not null,
            (bool?)definition?.Attribute("IsOptionSet") ?? false,
            definition?.Elements().Select(ReadField).ToArray() ?? []
        );
    }

    private Field ReadField(XElement field) =>
        new(
            field.Attribute("Name")!.Value,
            field.Attribute("DataType") is { } type ? _nodes.Id(type.Value) : WellKnown.BaseDataType,
            int.Parse((string?)field.Attribute("ValueRank") ?? "-1", CultureInfo.InvariantCulture),
            long.Parse((string?)field.Attribute("Value") ?? "-1", CultureInfo.InvariantCulture),
            (bool?)field.Attribute("AllowSubTypes") ?? false,
            (bool?)field.Attribute("IsOptional") ?? false
        );
}
