using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;

namespace S7OpcBridge.History.Recording;

/// <summary>A series with its values in memory.</summary>
internal sealed class SeriesState(SeriesRow row)
{
    /// <summary>What the catalogue knows.</summary>
    public SeriesRow Row { get; set; } = row;

    /// <summary>The PLC whose gaps are its gaps too; null: none.</summary>
    public PlcHistoryState? Plc { get; set; }

    /// <summary>The chunk that values are added to.</summary>
    public OpenChunk? Open { get; set; }

    /// <summary>The sequence number of the next value.</summary>
    public long NextSequence { get; set; }

    /// <summary>Chunks that wait for the file of their day.</summary>
    public List<Chunk>? Sealed { get; set; }

    /// <summary>The file of the journal that knows the sequence number.</summary>
    public int JournalFile { get; set; }

    /// <summary>The batch that tells the file of the journal the sequence number.</summary>
    public int Batch { get; set; }
}
