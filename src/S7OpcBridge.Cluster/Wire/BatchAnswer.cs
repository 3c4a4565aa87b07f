namespace S7OpcBridge.Cluster.Wire;

/// <summary>What a receiver says about a PLC of a batch.</summary>
internal enum BatchNote : byte
{
    /// <summary>Send all values: what it shows may be old.</summary>
    SendAll = 1,

    /// <summary>Send the list of tags and then all values: its own list is different.</summary>
    SendTagList,

    /// <summary>Another node has taken the PLC over since.</summary>
    Outdated,

    /// <summary>Its map does not have the PLC.</summary>
    UnknownPlc,
}

/// <summary>The answer to a batch.</summary>
/// <param name="Memory">Another number than before: the receiver knows nothing of what the sender told it earlier.</param>
/// <param name="Notes">Only where there is something to say.</param>
internal sealed record BatchAnswer(ulong Memory, IReadOnlyList<(string Plc, BatchNote Note, long Tenure)> Notes)
{
    public static byte[] Write(ulong memory, IReadOnlyList<(string Plc, BatchNote Note, long Tenure)> notes)
    {
        var to = new WireWriter();
        to.Byte(MessageKind.Version);
        to.Fixed64(memory);
        to.Count(notes.Count);
        foreach (var (plc, note, tenure) in notes)
        {
            to.Text(plc);
            to.Byte((byte)note);
            to.Signed(tenure);
        }
        return to.ToArray();
    }

    public static BatchAnswer Read(ReadOnlySpan<byte> bytes)
    {
        var from = new WireReader(bytes);
        if (from.Byte() is var version && version != MessageKind.Version)
            throw new InvalidDataException($"The node answers in version {version} of the format; this one speaks {MessageKind.Version}.");
        var memory = from.Fixed64();
        var notes = new (string, BatchNote, long)[from.Count(3)];
        for (var i = 0; i < notes.Length; i++)
            notes[i] = (from.Text(), (BatchNote)from.Byte(), from.Signed());
        return new BatchAnswer(memory, notes);
    }
}
