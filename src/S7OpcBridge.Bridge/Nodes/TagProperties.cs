using S7OpcBridge.Bridge.Units;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The standard properties of tag variables (OPC 10000-8, 5.3.2 and 5.3.3).</summary>
internal enum TagProperty : byte
{
    EngineeringUnits,
    EURange,
    InstrumentRange,
    EnumValues,
    ValueAsText,
}

/// <summary>The properties of all tags as flat arrays, five bytes per property; values are made on request. Sorted by tag for binary search.</summary>
internal sealed class TagProperties
{
    private readonly TagMap _map;
    private readonly string _ownNamespace;
    private readonly int[] _tags;
    private readonly TagProperty[] _kinds;

    /// <param name="ownNamespace">Namespace for units that UNECE does not define.</param>
    public TagProperties(TagMap map, string ownNamespace)
    {
        _map = map;
        _ownNamespace = ownNamespace;
        var tags = new List<int>();
        var kinds = new List<TagProperty>();
        foreach (var tag in map.Tags)
        {
            if (tag.IsGone)
                continue;
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
            Add(tag.Details?.States is not null, TagProperty.EnumValues);
            Add(tag.Details?.States is not null, TagProperty.ValueAsText);
        }
        (_tags, _kinds) = ([.. tags], [.. kinds]);
    }

    /// <summary>The table with the values of tags, for the property ValueAsText; set before the first request.</summary>
    public VariableTable? Table { get; set; }

    /// <summary>Number of properties of all tags.</summary>
    public int Count => _tags.Length;

    /// <summary>The tag that a property belongs to.</summary>
    public int TagOf(int property) => _tags[property];

    /// <summary>Browse name of a property.</summary>
    public string NameOf(int property) => _kinds[property].ToString();

    /// <summary>Data type of a property in namespace 0.</summary>
    public uint DataTypeOf(int property) =>
        _kinds[property] switch
        {
            TagProperty.EngineeringUnits => Ids.EUInformation,
            TagProperty.EnumValues => Ids.EnumValueType,
            TagProperty.ValueAsText => Ids.LocalizedText,
            _ => Ids.Range,
        };

    /// <summary>Length of a property that is an array; -1: it is a scalar.</summary>
    public int ArrayLengthOf(int property) =>
        _kinds[property] == TagProperty.EnumValues ? _map.Tags[_tags[property]].Details!.States!.All.Length : -1;

    /// <summary>Index of the first property of a tag, and their number.</summary>
    public (int First, int Count) RangeFor(int tag)
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

    public StatusCode ValueOf(int property, out Variant value)
    {
        var details = _map.Tags[_tags[property]].Details!;
        if (_kinds[property] == TagProperty.ValueAsText)
            return TextOf(_tags[property], details.States!, out value);
        value = _kinds[property] switch
        {
            TagProperty.EURange => Structure(details.Range!.Value),
            TagProperty.InstrumentRange => Structure(details.Limits!.Value),
            TagProperty.EnumValues => EnumValuesOf(details.States!),
            _ => Structure(UnitCatalogue.Find(details.Unit!, _ownNamespace)),
        };
        return StatusCodes.Good;
    }

    /// <summary>
    /// Type definition of a tag's variable. With states it is MultiStateValueDiscrete, with a range AnalogItem, with only a unit AnalogUnit, with only limits
    /// BaseAnalog. The analog types require numbers (OPC 10000-8, 5.3.2); a text or Bool with a unit only has the property.
    /// </summary>
    public static uint TypeDefinitionOf(Tag tag) =>
        tag.Details switch
        {
            null => Ids.BaseDataVariableType,
            { States: not null } => Ids.MultiStateValueDiscreteType,
            _ when tag.ValueKind is TagValueKind.Boolean or TagValueKind.Text or TagValueKind.DateTime => Ids.BaseDataVariableType,
            { Range: not null } => Ids.AnalogItemType,
            { Unit: not null } => Ids.AnalogUnitType,
            { Limits: not null } => Ids.BaseAnalogType,
            _ => Ids.BaseDataVariableType,
        };

    // The text has the status of the number; a number without a state has no text (OPC 10000-8, 5.3.3.4).
    private StatusCode TextOf(int tag, TagStates states, out Variant value)
    {
        value = default;
        if (Table?.Read(tag) is not { } now)
            return StatusCodes.BadWaitingForInitialData;
        if (!now.Status.IsBad)
            value = Variant.From(new LocalizedText(states.TextOf(now.Value.Bits)));
        return now.Status;
    }

    private static Variant EnumValuesOf(TagStates states)
    {
        var values = new ExtensionObject[states.All.Length];
        for (var i = 0; i < values.Length; i++)
            values[i] = ExtensionObject.From(
                new EnumValueType { Value = states.All[i].Value, DisplayName = new LocalizedText(states.All[i].Text) }
            );
        return Variant.FromArray(BuiltInType.ExtensionObject, values);
    }

    private static Variant Structure(TagRange range) =>
        Variant.From(
            new ExtensionObject(
                new NodeId(0, S7OpcBridge.OpcUa.Range.EncodingId),
                new S7OpcBridge.OpcUa.Range { Low = range.Low, High = range.High }
            )
        );

    private static Variant Structure(EngineeringUnit unit) =>
        Variant.From(
            new ExtensionObject(
                new NodeId(0, EUInformation.EncodingId),
                new EUInformation
                {
                    NamespaceUri = unit.NamespaceUri,
                    UnitId = unit.UnitId,
                    DisplayName = new LocalizedText(unit.Symbol),
                    Description = new LocalizedText(unit.Description),
                }
            )
        );
}
