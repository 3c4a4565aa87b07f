using System.Threading.Channels;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Context;

/// <summary>What the parts of one session share: definition, map, clock, log, status and the channel for batches.</summary>
internal sealed class PlcContext(PlcDefinition plc, TagMap map, TimeProvider time, ILogger log, ChannelWriter<TagBatch> way)
{
    private PlcDefinition _plc = plc;
    private TagMap _map = map;
    private TagMap _newest = map;

    /// <summary>The PLC. Of a running session only what <see cref="PlcDefinition.KeepsConnection"/> names ever changes.</summary>
    public PlcDefinition Plc => Volatile.Read(ref _plc);

    /// <summary>The map; numbers mean the same in the one before.</summary>
    public TagMap Map => Volatile.Read(ref _map);

    /// <summary>The map that is about to take the place of <see cref="Map"/>, or that itself.</summary>
    public TagMap Newest
    {
        get => Volatile.Read(ref _newest);
        set => Volatile.Write(ref _newest, value);
    }

    /// <summary>Is told what the CPU has under the symbols of the map. Any thread.</summary>
    public Action<CpuSymbols> SymbolsTold { get; init; } = static _ => { };

    /// <summary>Has all plans made anew, refused tags included. Any thread.</summary>
    public Action Replan { get; set; } = static () => { };

    /// <summary>Keeps the certificates of CPUs; null: they are kept as long as the session.</summary>
    public PlcTrustStore? Trust { get; init; }

    public TimeProvider Time => time;

    public ILogger Log => log;

    public ChannelWriter<TagBatch> Out => way;

    public PlcStatusStore StatusStore { get; } = new();

    /// <summary>What the data blocks looked like, and which look otherwise now.</summary>
    public LayoutWatch Layouts { get; } = new();

    /// <summary>How much the PLC as a whole can take.</summary>
    public PlcPace Pace { get; } = new();

    /// <summary>Batches to fill; all sessions share them.</summary>
    public TagBatchPool Pool { get; init; } = new();

    /// <summary>Tags that were written and not yet read back; all sessions share it.</summary>
    public UnconfirmedTags Unconfirmed { get; init; } = new();

    /// <summary>Where timers come from: the thread of the PLCs' sockets in real time, so that a lane is woken where its answers arrive.</summary>
    public required TimeProvider Timers { get; init; }

    /// <summary>Wakes the read lane when it has something to do before its next deadline.</summary>
    public required AsyncWakeup Wakeup { get; init; }

    /// <summary>Name and address of a tag, as sentences begin.</summary>
    public string NameOf(int tag) => $"{Plc.Name}/{Map.Tags[tag].Name} ({Map.Tags[tag].Place})";

    /// <summary>Takes over the definition and the map of a reload.</summary>
    public void Adopt(PlcDefinition plc, TagMap map)
    {
        Volatile.Write(ref _map, map);
        Volatile.Write(ref _plc, plc);
    }
}
