namespace S7OpcBridge.PubSub.Datasets;

/// <summary>Kind of a dataset message; the numbers are those of DataSetFlags2 (OPC 10000-14, 7.2.4.5.4).</summary>
internal enum FrameKind : byte
{
    /// <summary>All fields.</summary>
    Key = 0,

    /// <summary>Those that changed.</summary>
    Delta = 1,

    /// <summary>None: nothing was sent for the keep-alive time.</summary>
    KeepAlive = 3,
}

/// <summary>The head of a dataset message.</summary>
/// <param name="SequenceNumber">
/// One more with each data message of a writer (its low 16 bits in UADP). A keep-alive carries the number of the next data message and does not use it up.
/// </param>
/// <param name="Time">When the message was made, OPC UA ticks.</param>
internal readonly record struct Frame(FrameKind Kind, uint SequenceNumber, long Time);
