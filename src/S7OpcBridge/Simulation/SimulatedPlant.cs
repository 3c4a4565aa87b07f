using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation;

/// <summary>The soft PLCs of a map, in this process and reached over the same S7 connections as real ones.</summary>
internal sealed class SimulatedPlant : IAsyncDisposable
{
    private readonly TimeProvider _time;

    // Replaced as a whole: what a map would become is looked at while another one is loaded.
    private volatile Dictionary<string, SimulatedPlc> _plcs = [];
    private readonly List<SoftPlc> _leaving = [];

    private readonly FaultScript? _faults;

    private SimulatedPlant(TimeProvider time, FaultScript? faults) => (_time, _faults) = (time, faults);

    /// <summary>Starts a soft PLC for each simulated and enabled PLC of the map.</summary>
    /// <param name="firstPort">Port of the first soft PLC, the others use the following ones; 0: free ports.</param>
    /// <param name="faults">Faults that each of them executes; null: none.</param>
    /// <exception cref="SoftPlcException">
    /// A port is in use, a tag's address is outside the PLC's memory, or the script names an alarm that none has.
    /// </exception>
    public static async Task<SimulatedPlant> StartAsync(BridgeMap map, int firstPort, TimeProvider time, FaultScript? faults = null)
    {
        var plant = new SimulatedPlant(time, faults);
        try
        {
            foreach (var plc in map.Tags.Plcs.Where(plc => plc.Simulated && plc.Enabled))
                plant._plcs[plc.Name] = new SimulatedPlc(
                    plant.Build(map, plc, firstPort == 0 ? 0 : firstPort + plant._plcs.Count),
                    map,
                    plc
                );
            faults?.CheckFor(plant.SoftPlcs);
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

    /// <summary>The soft PLCs in the order of the map.</summary>
    public IReadOnlyList<SoftPlc> SoftPlcs => [.. _plcs.Values.Select(simulated => simulated.SoftPlc)];

    /// <summary>
    /// Adapts the soft PLCs to another map: simulates its tags and stops simulating removed ones. A PLC of another family gets another soft PLC; replaced and
    /// unneeded soft PLCs run until <see cref="LeaveAsync"/>.
    /// </summary>
    /// <exception cref="SoftPlcException">
    /// A tag's address is outside the PLC's memory. Running soft PLCs are unchanged, except for values that the new map already simulates.
    /// </exception>
    public void Follow(BridgeMap map)
    {
        var plcs = new Dictionary<string, SimulatedPlc>(_plcs);
        try
        {
            Follow(map, plcs);
        }
        finally
        {
            _plcs = plcs;
        }
    }

    private void Follow(BridgeMap map, Dictionary<string, SimulatedPlc> plcs)
    {
        var needed = map.Tags.Plcs.Where(plc => plc.Simulated && plc.Enabled).ToDictionary(plc => plc.Name);
        foreach (var plc in needed.Values)
        {
            if (plcs.TryGetValue(plc.Name, out var there) && there.IsLike(map, plc))
            {
                SimulatedTags.Follow(there.SoftPlc, there.Map, there.Plc, map, plc);
                plcs[plc.Name] = there with { Map = map, Plc = plc };
                continue;
            }
            var softPlc = Build(map, plc, port: 0);
            softPlc.Start();
            if (there is not null)
                _leaving.Add(there.SoftPlc);
            plcs[plc.Name] = new SimulatedPlc(softPlc, map, plc);
        }
        foreach (var name in plcs.Keys.Except(needed.Keys).ToArray())
        {
            _leaving.Add(plcs[name].SoftPlc);
            plcs.Remove(name);
        }
    }

    /// <summary>Stops the soft PLCs that only the previous map needed.</summary>
    public async ValueTask LeaveAsync()
    {
        foreach (var softPlc in _leaving)
            await softPlc.DisposeAsync();
        _leaving.Clear();
    }

    /// <summary>
    /// The map with the addresses of the soft PLCs in place of the configured hosts. A PLC whose soft PLC is not there, as <see cref="Follow(BridgeMap)"/> was
    /// not called for this map, keeps its host.
    /// </summary>
    public TagMap Redirect(TagMap map) =>
        new()
        {
            Plcs = [.. map.Plcs.Select(plc => plc.Simulated && plc.Enabled && _plcs.ContainsKey(plc.Name) ? Redirect(plc) : plc)],
            ScanGroups = map.ScanGroups,
            Tags = map.Tags,
            Symbols = map.Symbols,
            Structures = map.Structures,
            StructureTypes = map.StructureTypes,
        };

    public async ValueTask DisposeAsync()
    {
        await LeaveAsync();
        foreach (var softPlc in SoftPlcs)
            await softPlc.DisposeAsync();
    }

    private PlcDefinition Redirect(PlcDefinition plc)
    {
        var softPlc = _plcs[plc.Name].SoftPlc;
        return plc with
        {
            Connection = plc.Connection with { Host = "127.0.0.1", Port = softPlc.Port, Second = null, Bind = null },
            Password = null,
            // The certificate of a soft PLC is new with each start.
            S7Plus = plc.S7Plus is null
                ? null
                : plc.S7Plus with
                {
                    Password = null,
                    User = "",
                    Certificate = new S7PlusCertificateRule(S7PlusTrustKind.Thumbprint, softPlc.Plus!.Thumbprint),
                },
        };
    }

    private SoftPlc Build(BridgeMap map, PlcDefinition plc, int port)
    {
        var codec = new S7CodecOptions(SimulatedTags.EncodingOf(plc.Encoding), plc.TimeZone);
        var softPlc = new SoftPlc(
            new SoftPlcOptions
            {
                Name = plc.Name,
                Behavior = BehaviorOf(plc, map.Profiles[plc.Index]),
                Port = port,
                Codec = codec,
                Script = _faults,
                Plus = plc.IsS7Plus ? SymbolBlocks.Build(map.Tags, plc) with { Alarms = SimulatedAlarms.Of(map, plc) } : null,
            },
            _time
        );
        SimulatedTags.Add(softPlc, map, plc);
        return softPlc;
    }

    // The soft PLC accepts the TSAP of the map, whatever rack and slot the real PLC has.
    private static CpuBehavior BehaviorOf(PlcDefinition plc, string profile)
    {
        var behavior = CpuBehaviors.Find(profile) ?? CpuBehaviors.Generic;
        return behavior.Tsaps.Count == 0 || behavior.Tsaps.Contains(plc.Connection.RemoteTsap)
            ? behavior
            : behavior with
            {
                Tsaps = [.. behavior.Tsaps, plc.Connection.RemoteTsap],
            };
    }

    /// <summary>A running soft PLC with the map and the PLC that it simulates.</summary>
    private sealed record SimulatedPlc(SoftPlc SoftPlc, BridgeMap Map, PlcDefinition Plc)
    {
        public bool IsLike(BridgeMap map, PlcDefinition plc) =>
            (Plc.IsS7Plus ? plc.IsS7Plus && HasSameSymbols(map, plc) : !plc.IsS7Plus)
            && SimulatedAlarms.AreSame(SimulatedAlarms.Of(Map, Plc), SimulatedAlarms.Of(map, plc))
            && Map.Profiles[Plc.Index] == map.Profiles[plc.Index]
            && Plc.Connection.RemoteTsap == plc.Connection.RemoteTsap
            && Plc.Encoding == plc.Encoding
            && Plc.TimeZone.Equals(plc.TimeZone);

        // Other symbols need another soft PLC.
        private bool HasSameSymbols(BridgeMap map, PlcDefinition plc) =>
            Map
                .Tags.Symbols.Where(entry => entry.Plc == Plc.Index)
                .SequenceEqual(map.Tags.Symbols.Where(entry => entry.Plc == plc.Index).Select(entry => entry with { Plc = Plc.Index }));
    }
}
