using S7OpcBridge.Core;
using S7OpcBridge.Map.TagLists;

namespace S7OpcBridge.Map;

/// <summary>All tags of a map, and what a client needs to know of their server.</summary>
/// <param name="Server">The server's settings.</param>
/// <param name="Map">PLCs and tags; of a running bridge with what CPUs told of their symbols.</param>
public sealed record TagList(ServerSettings Server, TagMap Map)
{
    /// <summary>The brokers to which the tags are published.</summary>
    public IReadOnlyList<MqttSettings> Mqtt { get; init; } = [];

    /// <summary>The tags in the order of the map.</summary>
    internal IEnumerable<ListedTag> Tags => Map.Listed.Select(tag => ListedTag.From(Map, tag));

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
