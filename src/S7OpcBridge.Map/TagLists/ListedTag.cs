using S7OpcBridge.Core;

namespace S7OpcBridge.Map.TagLists;

/// <summary>A tag as a client meets it, for lists that other programs import.</summary>
/// <param name="Plc">Name of its PLC.</param>
/// <param name="Name">Path below the PLC, levels separated by <c>/</c>.</param>
/// <param name="Identifier">The string identifier of its NodeId, without the namespace.</param>
/// <param name="Kind">Kind of the value; None: only the CPU knows it.</param>
/// <param name="ArrayLength">Elements of an array; null: a scalar.</param>
/// <param name="S7Type">The type in the PLC; empty: only the CPU knows it.</param>
/// <param name="Access">Access that clients have.</param>
/// <param name="Unit">Engineering unit; empty: none.</param>
/// <param name="Range">EURange; null: none.</param>
/// <param name="Address">Address or symbol in the PLC.</param>
/// <param name="Scan">Its scan class.</param>
/// <param name="Description">Free text; empty: none.</param>
internal sealed record ListedTag(
    string Plc,
    string Name,
    string Identifier,
    TagValueKind Kind,
    int? ArrayLength,
    string S7Type,
    TagAccess Access,
    string Unit,
    TagRange? Range,
    string Address,
    ScanGroup Scan,
    string Description
)
{
    /// <summary>The NodeId with the namespace index, which never moves.</summary>
    public string NodeId => $"ns=2;s={Identifier}";

    /// <summary>Name of the OPC UA data type in namespace 0; empty: not known.</summary>
    public string DataType =>
        Kind switch
        {
            TagValueKind.None => "",
            TagValueKind.Single => "Float",
            TagValueKind.Text => "String",
            _ => Kind.ToString(),
        };

    /// <summary><c>read</c>, <c>readwrite</c> or <c>write</c>, as in the map.</summary>
    public string AccessText =>
        Access switch
        {
            TagAccess.Read => "read",
            TagAccess.Write => "write",
            _ => "readwrite",
        };

    public static ListedTag From(TagMap map, Tag tag)
    {
        var plc = map.Plcs[tag.Plc].Name;
        return new ListedTag(
            plc,
            tag.Name,
            map.NodeIdOf(tag),
            tag.ValueKind,
            tag.IsArray ? tag.ArrayLength : null,
            tag.ValueKind == TagValueKind.None ? "" : tag.Type.ToString(),
            tag.Access,
            tag.Details?.Unit ?? "",
            tag.Details?.Range,
            tag.Place,
            map.ScanGroups[tag.ScanGroup],
            tag.Details?.Description ?? ""
        );
    }
}
