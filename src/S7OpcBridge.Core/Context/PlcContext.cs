using System.Threading.Channels;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Context;

/// <summary>What the parts of one session share: definition, map, clock, log, status and the channel for batches.</summary>
internal sealed class PlcContext(PlcDefinition plc, TagMap map, TimeProvider time, ILogger log, ChannelWriter<TagBatch> batches)
{
    private PlcDefinition _plc = plc;
    private TagMap _map = map;
    private TagMap _newest = map;

    /// <summary>
    /// The definition of the PLC. While a session runs, only properties that <see cref="PlcDefinition.KeepsConnection"/> allows are replaced.
    /// </summary>
    public PlcDefinition Plc => Volatile.Read(ref _plc);

    /// <summary>The map. A reload keeps the numbers of tags and classes that stay.</summary>
    public TagMap Map => Volatile.Read(ref _map);

    /// <summary>The map that will replace <see cref="Map"/>; the same map where no reload is pending.</summary>
    public TagMap Newest
    {
        get => Volatile.Read(ref _newest);
        set => Volatile.Write(ref _newest, value);
    }

    /// <summary>Called with what the CPU has under the symbols of the map. Any thread.</summary>
    public Action<CpuSymbols> SymbolsTold { get; init; } = static _ => { };

    /// <summary>Makes all plans anew, refused tags included. Any thread.</summary>
    public Action Replan { get; set; } = static () => { };

    /// <summary>Callbacks of the program for S7CommPlus connections; null: none.</summary>
    public S7PlusHooks? Hooks { get; init; }

    public TimeProvider Time => time;

    public ILogger Log => log;

    public ChannelWriter<TagBatch> Out => batches;

    /// <summary>Where the alarms of the CPU go; null: the map does not want them.</summary>
    public ChannelWriter<CpuAlarmBatch>? Alarms { get; init; }

    public PlcStatusStore StatusStore { get; } = new();

    /// <summary>Remembered layouts of the data blocks, and those that have changed.</summary>
    public LayoutWatch Layouts { get; } = new();

    /// <summary>Whether the CPU may be asked what it is.</summary>
    public NameplateWatch Nameplates { get; } = new();

    /// <summary>Slows the whole PLC down when it cannot keep up.</summary>
    public PlcThrottle Pace { get; } = new();

    /// <summary>Pool of batches, shared by all sessions.</summary>
    public TagBatchPool Pool { get; init; } = new();

    /// <summary>Tags that were written and not yet read back, shared by all sessions.</summary>
    public UnconfirmedTags Unconfirmed { get; init; } = new();

    /// <summary>Source of timers. In real time this is the thread of the PLC sockets, so that a lane wakes on the thread on which its answers arrive.</summary>
    public required TimeProvider Timers { get; init; }

    /// <summary>Spreads the attempts to reconnect.</summary>
    public Random Jitter { get; init; } = Random.Shared;

    /// <summary>False: nothing may be sent to the PLC; asked before each cycle, write and connection. Null: it always may.</summary>
    public Func<bool>? MayWork { get; init; }

    /// <summary>Ends a lane that may not send anything.</summary>
    /// <exception cref="OperationCanceledException">It may not.</exception>
    public void ThrowIfFenced()
    {
        if (MayWork is { } may && !may())
            throw new OperationCanceledException("This node of the cluster may not talk to PLCs at present.");
    }

    /// <summary>Wakes the read lane before its next deadline.</summary>
    public required AsyncWakeup Wakeup { get; init; }

    /// <summary>Name and address of a tag, as the start of a sentence.</summary>
    public string NameOf(int tag) => $"{Plc.Name}/{Map.Tags[tag].Name} ({Map.Tags[tag].Place})";

    /// <summary>Adopts the definition and the map of a reload.</summary>
    public void Adopt(PlcDefinition plc, TagMap map)
    {
        Volatile.Write(ref _map, map);
        Volatile.Write(ref _plc, plc);
    }
}
