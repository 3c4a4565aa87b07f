using Orleans.Runtime;
using S7OpcBridge.Cluster.Tables;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Plants;

/// <summary>Soft PLCs and the nodes that share them. Each has DB1 with A (DBW0), B (DBW2), the text T, and in a demand class D (DBW4).</summary>
internal sealed class SharedPlant : IAsyncDisposable
{
    private readonly MemoryStore _store = new();
    private readonly CpuBehavior _behavior;
    private readonly CpuAlarmSettings? _alarms;
    private readonly List<SharingNode> _nodes = [];
    private readonly Dictionary<string, SoftPlc> _plcs = [];

    public SharedPlant(params string[] plcs)
        : this(CpuBehaviors.Generic, alarms: null, plcs) { }

    /// <param name="behavior">The CPUs.</param>
    /// <param name="alarms">How their alarms are served; null: not at all.</param>
    public SharedPlant(CpuBehavior behavior, CpuAlarmSettings? alarms, params string[] plcs)
    {
        (_behavior, _alarms) = (behavior, alarms);
        foreach (var name in plcs)
        {
            var plc = new SoftPlc(new SoftPlcOptions { Name = name, Behavior = behavior }, TimeProvider.System);
            plc.Memory.AddBlock(1, 1000);
            plc.Start();
            _plcs.Add(name, plc);
        }
    }

    /// <summary>Nodes to which PLCs are pinned.</summary>
    public Dictionary<string, string> Pins { get; } = [];

    /// <summary>How often CPUs are asked for their state; zero: their lists are not read.</summary>
    public TimeSpan CpuStateEvery { get; init; } = TimeSpan.Zero;

    public SoftPlc Plc(string name) => _plcs[name];

    /// <summary>The map: all nodes have it, unless a test changes the order or leaves tags out.</summary>
    public TagMap Map(IEnumerable<string>? plcs = null, params string[] tags)
    {
        var (names, listed) = ((plcs ?? _plcs.Keys).ToArray(), new List<Tag>());
        string[] wanted = tags.Length == 0 ? ["A", "B", "T", "D"] : tags;
        for (var plc = 0; plc < names.Length; plc++)
        {
            foreach (var tag in wanted)
                listed.Add(TagOf(tag, listed.Count, plc));
        }
        return new TagMap
        {
            Plcs =
            [
                .. names.Select(
                    (name, index) =>
                        new PlcDefinition
                        {
                            Index = index,
                            Name = name,
                            Connection = new S7ConnectionOptions
                            {
                                Host = "127.0.0.1",
                                Port = _plcs[name].Port,
                                Timeout = TimeSpan.FromSeconds(2),
                                RemoteTsap = _behavior.Tsaps is [var first, ..] ? first : (ushort)0x0301,
                            },
                            Alarms = _alarms,
                            CpuStateEvery = CpuStateEvery,
                            ReconnectFirst = TimeSpan.FromMilliseconds(20),
                            ReconnectMax = TimeSpan.FromMilliseconds(100),
                            Stale = TimeSpan.FromSeconds(3),
                        }
                ),
            ],
            ScanGroups =
            [
                .. names.SelectMany(
                    (_, index) =>
                        new[]
                        {
                            new ScanGroup(2 * index, index, "fast", TimeSpan.FromMilliseconds(50)),
                            new ScanGroup((2 * index) + 1, index, "asked", TimeSpan.FromMilliseconds(50), ScanMode.Demand),
                        }
                ),
            ],
            Tags = [.. listed],
        };
    }

    public async Task<SharingNode> StartAsync(string name, CancellationToken token, TagMap? map = null)
    {
        var node = await SharingNode.StartAsync(name, map ?? Map(), _store, plc => Pins.GetValueOrDefault(plc), token);
        _nodes.Add(node);
        return node;
    }

    /// <summary>Has a node declared dead, and waits until it has noticed and is a member again.</summary>
    public async Task EvictAsync(SharingNode node, CancellationToken token)
    {
        var before = node.Standing.Evictions;
        var table = new StoredMembershipTable(_store.Open("plant"), TimeProvider.System);
        for (var isDead = false; !isDead; )
        {
            var rows = await table.ReadAll();
            var (row, etag) = rows.Members.Single(row => row.Item1.SiloName == node.Name && row.Item1.Status == SiloStatus.Active);
            row.Status = SiloStatus.Dead;
            isDead = await table.UpdateRow(row, etag, rows.Version.Next());
        }
        await Poll.UntilAsync(() => node.Standing.Evictions > before && !node.Standing.IsFenced, token);
    }

    /// <summary>Waits until nodes see each other and nothing is left to be taken over.</summary>
    public async Task UntilSharedAsync(CancellationToken token, params SharingNode[] nodes)
    {
        await Poll.UntilAsync(() => nodes.All(node => node.View.Members.Length == nodes.Length), token);
        await Poll.UntilAsync(() => _plcs.Keys.All(plc => nodes.Count(node => node.Owns(plc)) == 1), token);
        await Poll.UntilAsync(
            () => nodes.All(static node => node.Shared.Plcs.All(static plc => plc.Holder is not null && plc.Holder == plc.Owner)),
            token
        );
    }

    public void Poke(string plc, int offset, short value)
    {
        using var memory = _plcs[plc].Memory.Hold();
        System.Buffers.Binary.BinaryPrimitives.WriteInt16BigEndian(memory.Block(1)[offset..], value);
    }

    public short Peek(string plc, int offset)
    {
        using var memory = _plcs[plc].Memory.Hold();
        return System.Buffers.Binary.BinaryPrimitives.ReadInt16BigEndian(memory.Block(1)[offset..]);
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_nodes.Select(static node => node.DisposeAsync().AsTask()));
        foreach (var plc in _plcs.Values)
            await plc.DisposeAsync();
    }

    private static Tag TagOf(string name, int id, int plc)
    {
        var (address, type) = name switch
        {
            "A" => ("DB1.DBW0", "Int"),
            "B" => ("DB1.DBW2", "Int"),
            "D" => ("DB1.DBW4", "Int"),
            "T" => ("DB1.DBB10", "String[20]"),
            _ => throw new ArgumentException(name),
        };
        if (!S7Address.TryParse(address, out var where, out _, out var error) || !S7DataType.TryParse(type, out var what, out error))
            throw new ArgumentException(error);
        return new Tag
        {
            Id = id,
            Path = name,
            Plc = plc,
            ScanGroup = (2 * plc) + (name == "D" ? 1 : 0),
            Address = where,
            Type = what,
            Access = TagAccess.ReadWrite,
        };
    }
}
