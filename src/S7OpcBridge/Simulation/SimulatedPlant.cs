using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge;

/// <summary>The soft PLCs of a map, inside this process and reached over the same S7 path as real ones.</summary>
internal sealed class SimulatedPlant : IAsyncDisposable
{
    private readonly TimeProvider _time;
    private readonly Dictionary<string, Standing> _standing = [];
    private readonly List<SoftPlc> _leaving = [];

    private SimulatedPlant(TimeProvider time) => _time = time;

    /// <summary>Starts a soft PLC for each PLC that the map simulates and does not disable.</summary>
    /// <param name="map">The map.</param>
    /// <param name="firstPort">Port of the first one, the others follow; 0: free ones.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="SoftPlcException">A port is taken, or a tag lies where no PLC has memory.</exception>
    public static async Task<SimulatedPlant> StartAsync(BridgeMap map, int firstPort, TimeProvider time)
    {
        var plant = new SimulatedPlant(time);
        try
        {
            foreach (var plc in map.Tags.Plcs.Where(plc => plc.Simulated && plc.Enabled))
                plant._standing[plc.Name] = new Standing(Build(map, plc, firstPort == 0 ? 0 : firstPort + plant._standing.Count, time), map, plc);
            foreach (var softPlc in plant.SoftPlcs)
                softPlc.Start();
            return plant;
        }
        catch
        {
            await plant.DisposeAsync();
            throw;
        }
    }

    /// <summary>The soft PLCs, in the order of the map they were started for.</summary>
    public IReadOnlyList<SoftPlc> SoftPlcs => [.. _standing.Values.Select(standing => standing.SoftPlc)];

    /// <summary>
    /// Brings the soft PLCs to another map: the values of its tags move, those of tags that are gone stand. A PLC of another make gets another soft PLC; the one before
    /// it, and those that nobody needs any more, run until <see cref="LeaveAsync"/>.
    /// </summary>
    /// <exception cref="SoftPlcException">A tag lies where no PLC has memory; soft PLCs that run are as they were, but for values that the new map moves already.</exception>
    public void Follow(BridgeMap map)
    {
        var needed = map.Tags.Plcs.Where(plc => plc.Simulated && plc.Enabled).ToDictionary(plc => plc.Name);
        foreach (var plc in needed.Values)
        {
            if (_standing.TryGetValue(plc.Name, out var there) && there.IsLike(map, plc))
            {
                SimulatedTags.Follow(there.SoftPlc, there.Map, there.Plc, map, plc);
                _standing[plc.Name] = there with { Map = map, Plc = plc };
                continue;
            }
            var softPlc = Build(map, plc, port: 0, _time);
            softPlc.Start();
            if (there is not null)
                _leaving.Add(there.SoftPlc);
            _standing[plc.Name] = new Standing(softPlc, map, plc);
        }
        foreach (var name in _standing.Keys.Except(needed.Keys).ToArray())
        {
            _leaving.Add(_standing[name].SoftPlc);
            _standing.Remove(name);
        }
    }

    /// <summary>Ends the soft PLCs that a map before needed.</summary>
    public async ValueTask LeaveAsync()
    {
        foreach (var softPlc in _leaving)
            await softPlc.DisposeAsync();
        _leaving.Clear();
    }

    /// <summary>The map with the soft PLCs' ports in place of the hosts that they stand in for.</summary>
    public TagMap Redirect(TagMap map) => new()
    {
        Plcs = [.. map.Plcs.Select(plc => plc.Simulated && plc.Enabled
            ? plc with { Connection = plc.Connection with { Host = "127.0.0.1", Port = _standing[plc.Name].SoftPlc.Port, Second = null, Bind = null }, Password = null, S7Plus = plc.S7Plus is { } plus ? plus with { Password = null, Certificate = S7PlusCertificateRule.FirstUse } : null }
            : plc)],
        ScanGroups = map.ScanGroups,
        Tags = map.Tags,
        Structures = map.Structures,
        StructureTypes = map.StructureTypes,
        Symbols = map.Symbols,
    };

    public async ValueTask DisposeAsync()
    {
        await LeaveAsync();
        foreach (var softPlc in SoftPlcs)
            await softPlc.DisposeAsync();
    }

    private static SoftPlc Build(BridgeMap map, PlcDefinition plc, int port, TimeProvider time)
    {
        var codec = new S7CodecOptions(SimulatedTags.EncodingOf(plc.Encoding), plc.TimeZone);
        var softPlc = new SoftPlc(new SoftPlcOptions { Name = plc.Name, Behavior = MannerOf(plc, map.Profiles[plc.Index]), Port = port, Codec = codec }, time);
        SimulatedTags.Add(softPlc, map, plc);
        return softPlc;
    }

    // Whatever rack, slot or TSAP the map gives for the real one, the stand-in answers to it.
    private static CpuBehavior MannerOf(PlcDefinition plc, string profile)
    {
        var behavior = CpuBehaviors.Find(profile) ?? CpuBehaviors.Generic;
        return behavior.Tsaps.Count == 0 || behavior.Tsaps.Contains(plc.Connection.RemoteTsap) ? behavior : behavior with { Tsaps = [.. behavior.Tsaps, plc.Connection.RemoteTsap] };
    }

    /// <summary>A soft PLC, and what it stands in for.</summary>
    private sealed record Standing(SoftPlc SoftPlc, BridgeMap Map, PlcDefinition Plc)
    {
        public bool IsLike(BridgeMap map, PlcDefinition plc) =>
            Map.Profiles[Plc.Index] == map.Profiles[plc.Index] && Plc.Connection.RemoteTsap == plc.Connection.RemoteTsap && Plc.Encoding == plc.Encoding && Plc.TimeZone.Equals(plc.TimeZone);
    }
}
