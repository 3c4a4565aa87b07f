using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.TagLists;

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
            tag.Details?.NodeId ?? $"{plc}/{tag.Name}",
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

/// <summary>All tags of a map, and what a client needs to know of their server.</summary>
/// <param name="Server">The server's settings.</param>
/// <param name="Map">PLCs and tags; of a running bridge with what CPUs told of their symbols.</param>
internal sealed record TagList(ServerSettings Server, TagMap Map)
{
    /// <summary>The tags in the order of the map.</summary>
    public IEnumerable<ListedTag> Tags => Map.Listed.Select(tag => ListedTag.From(Map, tag));

    /// <summary>What the list cannot say, one sentence each.</summary>
    public IEnumerable<string> Gaps(TagListFormat format)
    {
        var untyped = Map.Listed.Count(tag => tag.ValueKind == TagValueKind.None);
        if (untyped > 0)
        {
            var what = format.LeavesOutUntyped
                ? "left out, because only the CPU knows the type"
                : "listed without a type, which only the CPU knows";
            yield return $"{untyped} {(untyped == 1 ? "tag" : "tags")} by symbol {(untyped == 1 ? "is" : "are")} {what}; download the list from the "
                + "status page of the "
                + "running bridge to have it";
        }
        foreach (
            var browse in Map.Symbols.Where(symbol =>
                symbol.IsBrowse && !Map.TagsOf(symbol.Plc).Any(tag => tag.Name.StartsWith(symbol.Path + "/", StringComparison.Ordinal))
            )
        )
            yield return $"what is below {browse.Symbol} of {Map.Plcs[browse.Plc].Name} is not in this list: only the CPU knows it; download the list from the "
                + "status page of the running bridge to have it";
    }
}
