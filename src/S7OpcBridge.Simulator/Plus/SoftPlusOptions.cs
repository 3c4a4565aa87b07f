namespace S7OpcBridge.Simulator;

/// <summary>How a soft PLC speaks S7CommPlus. Immutable.</summary>
public sealed record SoftPlusOptions
{
    /// <summary>What it tells of itself; order number and firmware decide on the form of passwords.</summary>
    public string Cpu { get; init; } = "1;6ES7 512-1DM03-0AB0;V4.1";

    /// <summary>Its data blocks.</summary>
    public IReadOnlyList<SoftBlock> Blocks { get; init; } = [];

    /// <summary>False: the firmware is too old for TLS, or secure communication is off; it refuses to turn TLS on.</summary>
    public bool HasTls { get; init; } = true;

    /// <summary>Items in one read request; a request with more is refused as a whole.</summary>
    public int MaxReadItems { get; init; } = 100;

    /// <summary>Items in one write request; a request with more is refused as a whole.</summary>
    public int MaxWriteItems { get; init; } = 100;

    /// <summary>Bytes of a request; a longer one ends the connection, as PLCSIM does.</summary>
    public int MaxRequestBytes { get; init; } = 65_000;

    /// <summary>Subscriptions of all connections together.</summary>
    public int MaxSubscriptions { get; init; } = 50;

    /// <summary>Items of all subscriptions together.</summary>
    public int MaxSubscriptionItems { get; init; } = 10_000;

    /// <summary>Sessions at a time.</summary>
    public int MaxSessions { get; init; } = 32;

    /// <summary>The shortest cycle of a subscription; a shorter one is lengthened to it.</summary>
    public TimeSpan ShortestCycle { get; init; } = TimeSpan.FromMilliseconds(100);
}
