using System.Threading.Channels;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Core;

/// <summary>What the parts of one session share: the definition, the clock, the log, the board and the way out.</summary>
internal sealed class PlcSite(PlcDefinition plc, TagMap map, TimeProvider time, ILogger log, ChannelWriter<TagBatch> way)
{
    private PlcDefinition _plc = plc;
    private TagMap _map = map;

    /// <summary>The PLC. Of a running session only what <see cref="PlcSession.TakesInStride"/> names ever changes.</summary>
    public PlcDefinition Plc => Volatile.Read(ref _plc);

    /// <summary>The map; numbers mean the same in the one before.</summary>
    public TagMap Map => Volatile.Read(ref _map);

    public TimeProvider Time => time;

    public ILogger Log => log;

    public ChannelWriter<TagBatch> Out => way;

    public PlcBoard Board { get; } = new();

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

    /// <summary>Rung when the read lane has something to do before its next deadline.</summary>
    public required Alarm Alarm { get; init; }

    /// <summary>Name and address of a tag, as sentences begin.</summary>
    public string NameOf(int tag) => $"{Plc.Name}/{Map.Tags[tag].Name} ({Map.Tags[tag].Address})";

    /// <summary>A reload.</summary>
    public void Adopt(PlcDefinition plc, TagMap map)
    {
        Volatile.Write(ref _map, map);
        Volatile.Write(ref _plc, plc);
    }
}
