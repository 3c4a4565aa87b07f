using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Which standard property of a tag a node is (OPC 10000-8, 5.3.2).</summary>
internal enum TagProperty : byte
{
    EngineeringUnits,
    EURange,
    InstrumentRange,
}

/// <summary>
/// The properties of described tags, flat: five bytes each, values made when somebody asks. Sorted by tag, so that a tag finds its own by halving.
/// </summary>
internal sealed class TagProperties
{
    private readonly TagMap _map;
    private readonly string _ownNamespace;
    private readonly int[] _tags;
    private readonly TagProperty[] _kinds;

    /// <param name="map">The map.</param>
    /// <param name="ownNamespace">Namespace of units that UNECE does not know.</param>
    public TagProperties(TagMap map, string ownNamespace)
    {
        _map = map;
        _ownNamespace = ownNamespace;
        var tags = new List<int>();
        var kinds = new List<TagProperty>();
        foreach (var tag in map.Tags)
        {
            void Add(bool present, TagProperty kind)
            {
                if (!present)
                    return;
                tags.Add(tag.Id);
                kinds.Add(kind);
            }
            Add(tag.Details?.Unit is not null, TagProperty.EngineeringUnits);
            Add(tag.Details?.Range is not null, TagProperty.EURange);
            Add(tag.Details?.Limits is not null, TagProperty.InstrumentRange);
        }
        (_tags, _kinds) = ([.. tags], [.. kinds]);
    }

    /// <summary>Number of properties of all tags.</summary>
    public int Count => _tags.Length;

    /// <summary>The tag that a property belongs to.</summary>
    public int TagOf(int property) => _tags[property];

    /// <summary>Browse name of a property.</summary>
    public string NameOf(int property) => _kinds[property].ToString();

    /// <summary>Data type of a property in namespace 0.</summary>
    public uint DataTypeOf(int property) => _kinds[property] == TagProperty.EngineeringUnits ? Ids.EUInformation : Ids.Range;

    /// <summary>The properties of a tag: the first and how many.</summary>
    public (int First, int Count) Of(int tag)
    {
        var low = 0;
        var high = _tags.Length;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_tags[middle] < tag)
                low = middle + 1;
            else
                high = middle;
        }
        var end = low;
        while (end < _tags.Length && _tags[end] == tag)
            end++;
        return (low, end - low);
    }

    /// <summary>Value of a property.</summary>
    public Variant ValueOf(int property)
    {
        var details = _map.Tags[_tags[property]].Details!;
        return _kinds[property] switch
        {
            TagProperty.EURange => Structure(details.Range!.Value),
            TagProperty.InstrumentRange => Structure(details.Limits!.Value),
            _ => Structure(UnitCatalogue.Find(details.Unit!, _ownNamespace)),
        };
    }

    /// <summary>Type definition of a tag's variable: a range makes it an AnalogItem, a unit alone an AnalogUnit.</summary>
    public static uint TypeDefinitionOf(TagDetails? details) =>
        details?.Range is not null ? Ids.AnalogItemType : details?.Unit is not null ? Ids.AnalogUnitType : Ids.BaseDataVariableType;

    private static Variant Structure(TagRange range) => Variant.Of(new ExtensionObject(
        new NodeId(0, OpcUa.Range.EncodingId), new OpcUa.Range { Low = range.Low, High = range.High }));

    private static Variant Structure(EngineeringUnit unit) => Variant.Of(new ExtensionObject(new NodeId(0, EUInformation.EncodingId), new EUInformation
    {
        NamespaceUri = unit.NamespaceUri,
        UnitId = unit.UnitId,
        DisplayName = new LocalizedText(unit.Symbol),
        Description = new LocalizedText(unit.Description),
    }));
}
