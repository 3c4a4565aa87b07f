using System.Threading.Channels;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Core;

/// <summary>What the parts of one session share: the definition, the clock, the log, the board and the way out.</summary>
internal sealed record PlcSite(PlcDefinition Plc, TagMap Map, TimeProvider Time, ILogger Log, ChannelWriter<TagBatch> Out)
{
    public PlcBoard Board { get; } = new();

    /// <summary>Batches of this session; their arrays grow to what its classes need.</summary>
    public TagBatchPool Pool { get; } = new();

    /// <summary>Where timers come from: the thread of the PLCs' sockets in real time, so that a lane is woken where its answers arrive.</summary>
    public required TimeProvider Timers { get; init; }

    /// <summary>Rung when the read lane has something to do before its next deadline.</summary>
    public required Alarm Alarm { get; init; }

    /// <summary>Name and address of a tag, as sentences begin.</summary>
    public string NameOf(int tag) => $"{Plc.Name}/{Map.Tags[tag].Name} ({Map.Tags[tag].Address})";
}
