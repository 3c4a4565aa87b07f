using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Journal;

/// <summary>Frames that stand at the beginning of a file of the journal.</summary>
internal static class JournalFrames
{
    private const byte Version = 1;

    /// <summary>The first frame.</summary>
    public static void WriteHead(ByteWriter to, long nextChunk)
    {
        to.Clear();
        to.Byte((byte)JournalFrameKind.Head);
        to.Byte(Version);
        to.Number(nextChunk);
    }

    /// <summary>Refuses the file of a newer program.</summary>
    public static void CheckVersion(ref ByteReader from)
    {
        if (from.Byte() != Version)
            throw new InvalidDataException("The journal was written by a newer program; use that one.");
    }

    /// <summary>An open chunk.</summary>
    public static void WriteChunk(ByteWriter to, Chunk chunk)
    {
        to.Number(chunk.Series);
        to.Number(chunk.First);
        to.Number(chunk.Last);
        to.Number(chunk.Sequence);
        to.Number(chunk.Count);
        to.Counted(chunk.Data);
    }

    /// <summary>Reads an open chunk.</summary>
    public static Chunk ReadChunk(ref ByteReader from) =>
        new(0, (int)from.Number(), from.Number(), from.Number(), from.Number(), (int)from.Number(), from.Counted().ToArray());
}
