using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge;

/// <summary>The soft PLCs of a map, inside this process and reached over the same S7 path as real ones.</summary>
internal sealed class SimulatedPlant : IAsyncDisposable
{
    private readonly List<SoftPlc> _softPlcs = [];

    private SimulatedPlant()
    {
    }

    /// <summary>Starts a soft PLC for each PLC that the map simulates and does not disable.</summary>
    /// <param name="map">The map.</param>
    /// <param name="firstPort">Port of the first one, the others follow; 0: free ones.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="SoftPlcException">A port is taken, or a tag lies where no PLC has memory.</exception>
    public static async Task<SimulatedPlant> StartAsync(BridgeMap map, int firstPort, TimeProvider time)
    {
        var plant = new SimulatedPlant();
        try
        {
            foreach (var plc in map.Tags.Plcs.Where(plc => plc.Simulated && plc.Enabled))
                plant._softPlcs.Add(Build(map, plc, firstPort == 0 ? 0 : firstPort + plant._softPlcs.Count, time));
            foreach (var softPlc in plant._softPlcs)
                softPlc.Start();
            return plant;
        }
        catch
        {
            await plant.DisposeAsync();
            throw;
        }
    }

    /// <summary>The soft PLCs, in the order of the map.</summary>
    public IReadOnlyList<SoftPlc> SoftPlcs => _softPlcs;

    /// <summary>The map with the soft PLCs' ports in place of the hosts that they stand in for.</summary>
    public TagMap Redirect(TagMap map)
    {
        var next = 0;
        return new TagMap
        {
            Plcs = [.. map.Plcs.Select(plc => plc.Simulated && plc.Enabled
                ? plc with { Connection = plc.Connection with { Host = "127.0.0.1", Port = _softPlcs[next++].Port, Second = null, Bind = null }, Password = null }
                : plc)],
            ScanGroups = map.ScanGroups,
            Tags = map.Tags,
            Structures = map.Structures,
            StructureTypes = map.StructureTypes,
        };
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var softPlc in _softPlcs)
            await softPlc.DisposeAsync();
    }

    private static SoftPlc Build(BridgeMap map, PlcDefinition plc, int port, TimeProvider time)
    {
        var codec = new S7CodecOptions(EncodingOf(plc.Encoding), plc.TimeZone);
        var softPlc = new SoftPlc(new SoftPlcOptions { Name = plc.Name, Manner = MannerOf(plc, map.Profiles[plc.Index]), Port = port, Codec = codec }, time);
        foreach (var tag in map.Tags.Tags.Where(tag => tag.Plc == plc.Index))
        {
            var shaped = TagShapes.Of(tag, map.Simulations.GetValueOrDefault(tag.Id), CodecOf(tag, codec));
            // A tag that shows the heartbeat shows what the bridge writes there.
            softPlc.Add(tag.Address == plc.Heartbeat?.Address ? shaped with { Writable = true } : shaped);
        }
        if (plc.Heartbeat is { } beat)
            softPlc.Add(new ShapedTag(beat.Address, new S7DataType(S7TypeKind.Word)) { Name = "heartbeat", Writable = true });
        return softPlc;
    }

    // Whatever rack, slot or TSAP the map gives for the real one, the stand-in answers to it.
    private static PlcManner MannerOf(PlcDefinition plc, string profile)
    {
        var manner = PlcManners.Find(profile) ?? PlcManners.Generic;
        return manner.Tsaps.Count == 0 || manner.Tsaps.Contains(plc.Connection.RemoteTsap) ? manner : manner with { Tsaps = [.. manner.Tsaps, plc.Connection.RemoteTsap] };
    }

    private static S7CodecOptions CodecOf(Tag tag, S7CodecOptions plc) => tag.Details is not { } details || (details.Encoding ?? details.TimeZone) is null ? plc
        : new S7CodecOptions(details.Encoding is { } encoding ? EncodingOf(encoding) : plc.Text, details.TimeZone is { } zone ? TimeZoneInfo.FindSystemTimeZoneById(zone) : plc.Zone);

    private static System.Text.Encoding EncodingOf(string name) => S7TextEncodings.TryFind(name, out var encoding, out _) ? encoding : S7TextEncodings.Windows1252;
}
