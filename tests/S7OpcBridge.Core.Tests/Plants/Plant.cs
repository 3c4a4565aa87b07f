using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>
/// A soft PLC with DB1 of 1,000 bytes, the bridge's Core on it, and a reader. With a <see cref="ManualClock"/> the bridge's time stands until the test moves
/// it; the PLC's runs.
/// </summary>
internal sealed class Plant : IAsyncDisposable
{
    private Task _reading = Task.CompletedTask;

    private readonly Func<Func<PlcDefinition, PlcDefinition>?, MapDraft> _begin;

    private Plant(SoftPlc plc, TagMap map, TimeProvider time, Func<Func<PlcDefinition, PlcDefinition>?, MapDraft> begin)
    {
        _begin = begin;
        Plc = plc;
        Clock = time as ManualClock;
        Acquisition = new Acquisition(map, time, Log);
    }

    public SoftPlc Plc { get; }

    public ManualClock? Clock { get; }

    public Acquisition Acquisition { get; }

    public ListLog Log { get; } = new();

    public SeenTags Seen { get; } = new();

    public PlcStatus Status => Acquisition.StatusOf(0);

    /// <summary>A PLC with the map's tags on it; nothing runs yet but the PLC.</summary>
    public static Plant Make(
        Action<MapDraft> draft,
        Func<PlcDefinition, PlcDefinition>? change = null,
        CpuBehavior? behavior = null,
        TimeProvider? time = null,
        PlcSpeed? speed = null
    )
    {
        var plc = new SoftPlc(
            new SoftPlcOptions { Behavior = behavior ?? CpuBehaviors.Generic, Speed = speed ?? PlcSpeed.None },
            TimeProvider.System
        );
        plc.Memory.AddBlock(1, 1000);
        plc.Start();
        var tsap = behavior?.Tsaps is [var first, ..] ? first : (ushort)0x0301;
        MapDraft Begin(Func<PlcDefinition, PlcDefinition>? also) =>
            new MapDraft().Plc(
                plc.Port,
                definition =>
                {
                    definition = definition with { Connection = definition.Connection with { RemoteTsap = tsap } };
                    definition = change?.Invoke(definition) ?? definition;
                    return also?.Invoke(definition) ?? definition;
                }
            );
        var map = Begin(null);
        draft(map);
        return new Plant(plc, map.Build(), time ?? TimeProvider.System, Begin);
    }

    /// <summary>Goes on with another map of the same PLC; the tags behind the numbers that come out are in its order.</summary>
    public async Task<int[]> AdoptAsync(
        Action<MapDraft> draft,
        CancellationToken cancellationToken,
        Func<PlcDefinition, PlcDefinition>? change = null
    )
    {
        var map = _begin(change);
        draft(map);
        var next = MapMigration.Create(Acquisition.Map, map.Build(), Acquisition.Map.Tags.Length, Acquisition.Map.ScanGroups.Length);
        await Acquisition.AdoptAsync(next, cancellationToken);
        return [.. next.After.Listed.Select(tag => tag.Id)];
    }

    /// <summary>The same, started and read.</summary>
    public static Plant Start(
        Action<MapDraft> draft,
        Func<PlcDefinition, PlcDefinition>? change = null,
        CpuBehavior? behavior = null,
        TimeProvider? time = null,
        PlcSpeed? speed = null
    )
    {
        var plant = Make(draft, change, behavior, time, speed);
        plant.Run();
        return plant;
    }

    public void Run()
    {
        Read();
        Acquisition.Start();
    }

    public void Read() => _reading = Seen.ReadAsync(Acquisition.Batches);

    public void Poke(int offset, params byte[] bytes)
    {
        using var memory = Plc.Memory.Hold();
        bytes.CopyTo(memory.Block(1)[offset..]);
    }

    public byte[] Peek(int offset, int length)
    {
        using var memory = Plc.Memory.Hold();
        return memory.Block(1).Slice(offset, length).ToArray();
    }

    /// <summary>Waits until something holds; with a manual clock, moves it on meanwhile by steps of so many milliseconds.</summary>
    public async Task UntilAsync(Func<bool> holds, CancellationToken cancellationToken, int step = 100)
    {
        while (!holds())
        {
            cancellationToken.ThrowIfCancellationRequested();
            Clock?.Advance(TimeSpan.FromMilliseconds(step));
            // What is awaited may also happen without a batch, so it is looked at every few milliseconds.
            await Task.WhenAny(Seen.Changed, Poll.AgainAsync(cancellationToken));
        }
    }

    public Task UntilGoodAsync(int tag, CancellationToken cancellationToken) =>
        UntilAsync(() => Seen.QualityOf(tag) == TagQuality.Good, cancellationToken);

    public async Task<TagWriteResult[]> WriteAsync(CancellationToken cancellationToken, params TagWrite[] writes)
    {
        var results = new TagWriteResult[writes.Length];
        await Acquisition.WriteAsync(writes, results, cancellationToken);
        return results;
    }

    public async ValueTask DisposeAsync()
    {
        await Acquisition.DisposeAsync();
        await _reading;
        await Plc.DisposeAsync();
    }
}
