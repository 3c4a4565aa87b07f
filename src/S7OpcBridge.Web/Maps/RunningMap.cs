using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>What runs while its map is edited.</summary>
/// <param name="Map">The running map; null: none runs.</param>
/// <param name="Refusal">The errors of the map on disk, as lines, where it was refused.</param>
internal sealed record RunningMap(Func<BridgeMap?> Map, Func<IReadOnlyList<string>> Refusal)
{
    /// <summary>Nothing runs.</summary>
    public static RunningMap None { get; } = new(static () => null, static () => []);
}
