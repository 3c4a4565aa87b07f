namespace S7OpcBridge.History.Journal;

/// <summary>The first byte of a frame of the journal.</summary>
internal enum JournalFrameKind : byte
{
    /// <summary>The version of the journal and the number that the next chunk gets; the first frame of a file.</summary>
    Head = 1,

    /// <summary>The time of the last value of each PLC.</summary>
    LastTimes = 2,

    /// <summary>Chunks that were open when the file was begun.</summary>
    OpenChunks = 3,

    /// <summary>Values as they were recorded.</summary>
    Values = 4,

    /// <summary>The greatest chunk that is in the file of its day, and series whose values up to a sequence number are.</summary>
    Stored = 5,
}
