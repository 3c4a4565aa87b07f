using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation;

/// <summary>Adds the tags of a PLC to its soft PLC.</summary>
internal static class SimulatedTags
{
    /// <summary>Adds the tags of a map to a soft PLC.</summary>
    public static void Add(SoftPlc softPlc, BridgeMap map, PlcDefinition plc)
    {
        foreach (var tag in map.Tags.TagsOf(plc.Index))
        {
            if (Placed(softPlc, tag) is { } placed)
                softPlc.Add(ShapeOf(map, plc, placed));
        }
        if (plc.Heartbeat is { Symbol: null } beat)
            softPlc.Add(new ShapedTag(beat.Address, new S7DataType(S7TypeKind.Word)) { Name = "heartbeat", Writable = true });
    }

    /// <summary>Adapts a running soft PLC from one map to another. Unchanged simulations continue; written values are kept.</summary>
    public static void Follow(SoftPlc softPlc, BridgeMap before, PlcDefinition was, BridgeMap after, PlcDefinition plc)
    {
        var old = before.Tags.TagsOf(was.Index).ToDictionary(tag => tag.Name);
        var come = new List<Tag>();
        foreach (var tag in after.Tags.TagsOf(plc.Index))
        {
            if (
                !old.TryGetValue(tag.Name, out var there)
                || !MovesAlike(there, before.Simulations.GetValueOrDefault(there.Id), tag, after.Simulations.GetValueOrDefault(tag.Id))
            )
                come.Add(tag);
            else
                old.Remove(tag.Name);
        }
        foreach (var tag in old.Values)
        {
            if (Placed(softPlc, tag) is { } placed)
                softPlc.Remove(ShapeOf(before, was, placed));
        }
        foreach (var tag in come)
        {
            if (Placed(softPlc, tag) is { } placed)
                softPlc.Add(ShapeOf(after, plc, placed));
        }
        if (plc.Heartbeat is { Symbol: null } beat && beat.Address != was.Heartbeat?.Address)
            softPlc.Add(new ShapedTag(beat.Address, new S7DataType(S7TypeKind.Word)) { Name = "heartbeat", Writable = true });
    }

    // The tag with its address in the soft PLC; null: the soft PLC does not have its symbol.
    private static Tag? Placed(SoftPlc softPlc, Tag tag)
    {
        if (tag.Symbol is not { } symbol)
            return tag;
        return softPlc.Plus?.TryAddressOf(symbol, out var address) == true
            ? tag with
            {
                Address = address,
                Type = SymbolBlocks.TypeOf(tag.Type),
            }
            : null;
    }

    private static ShapedTag ShapeOf(BridgeMap map, PlcDefinition plc, Tag tag)
    {
        var shaped = TagShapes.ShapeFor(
            tag,
            map.Simulations.GetValueOrDefault(tag.Id),
            CodecOf(tag, new S7CodecOptions(EncodingOf(plc.Encoding), plc.TimeZone))
        );
        // Alarms of S7CommPlus belong to blocks, see SimulatedAlarms.
        if (tag.Symbol is null)
            shaped = shaped with { Alarm = map.Simulations.GetValueOrDefault(tag.Id)?.Alarm };
        // A tag at the heartbeat's address shows what the bridge writes there.
        return tag.Address == plc.Heartbeat?.Address ? shaped with { Writable = true } : shaped;
    }

    private static bool MovesAlike(Tag before, TagSimulation? wish, Tag after, TagSimulation? newWish)
    {
        if (
            (before.Address, before.Symbol, before.Type, before.Access.HasFlag(TagAccess.Write), wish)
            != (after.Address, after.Symbol, after.Type, after.Access.HasFlag(TagAccess.Write), newWish)
        )
            return false;
        var (was, now) = (before.Details ?? new TagDetails(), after.Details ?? new TagDetails());
        return (before.Access.HasFlag(TagAccess.Write) && wish is null)
            || was with
            {
                Description = now.Description,
                NodeId = now.NodeId,
                WriteEvery = now.WriteEvery,
                Deadband = now.Deadband,
                Snapshot = now.Snapshot,
                TimestampEveryScan = now.TimestampEveryScan,
            } == now;
    }

    private static S7CodecOptions CodecOf(Tag tag, S7CodecOptions plc) =>
        tag.Details is not { } details || (details.Encoding ?? details.TimeZone) is null
            ? plc
            : new S7CodecOptions(
                details.Encoding is { } encoding ? EncodingOf(encoding) : plc.Text,
                details.TimeZone is { } zone ? TimeZoneInfo.FindSystemTimeZoneById(zone) : plc.Zone
            );

    /// <summary>The code page of a map; unknown ones are read as Windows-1252.</summary>
    public static System.Text.Encoding EncodingOf(string name) =>
        S7TextEncodings.TryFind(name, out var encoding, out _) ? encoding : S7TextEncodings.Windows1252;
}
