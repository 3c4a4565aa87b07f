using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Actions;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Maps;

/// <summary>The texts of the map, which all who edit share.</summary>
/// <param name="Map">What they ask of the program.</param>
/// <param name="Files">Which files may be shown and changed.</param>
/// <param name="Opened">The texts on disk.</param>
internal sealed record MapTexts(MapCommands Map, MapFiles Files, OpenedMap Opened)
{
    /// <summary>What is answered where there is no map that could be edited.</summary>
    public static ActionAnswer Missing { get; } =
        ActionAnswer.Refuse(
            StatusCodes.Status501NotImplemented,
            UaStatus.BadNotSupported,
            "This bridge has no map that could be edited here."
        );

    /// <summary>Made by the first who asks; null: there is no map that could be edited.</summary>
    public static Lazy<MapTexts?> Lazily(MapCommands? commands, TimeProvider time) =>
        new(() => commands is { } map ? new MapTexts(map, new MapFiles(map), new OpenedMap(map, time)) : null);
}
