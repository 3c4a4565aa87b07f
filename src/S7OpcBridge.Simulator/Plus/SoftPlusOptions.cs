namespace S7OpcBridge.Simulator;

/// <summary>Options of a soft PLC's S7CommPlus side. Immutable.</summary>
public sealed record SoftPlusOptions
{
    /// <summary>Its identity; order number and firmware select the form of passwords.</summary>
    public string Cpu { get; init; } = "1;6ES7 512-1DM03-0AB0;V4.1";

    /// <summary>Its data blocks.</summary>
    public IReadOnlyList<SoftBlock> Blocks { get; init; } = [];

    /// <summary>Its PLC tags.</summary>
    public IReadOnlyList<SoftTag> Tags { get; init; } = [];

    /// <summary>True: its PLC tags have checksums of another kind than data blocks; it refuses ours with −17 and takes 0.</summary>
    public bool HasOwnTagChecksums { get; init; }

    /// <summary>True: it takes passwords in the form of new firmware only; false: in that of old firmware; null: as order number and firmware say.</summary>
    public bool? TakesNewPasswords { get; init; }

    /// <summary>False: no project is loaded.</summary>
    public bool HasProject { get; init; } = true;

    /// <summary>False: the firmware is too old for TLS, or secure communication is off; it refuses to turn TLS on.</summary>
    public bool HasTls { get; init; } = true;

    /// <summary>Items in one read request; a request with more is refused as a whole.</summary>
    public int MaxReadItems { get; init; } = 100;

    /// <summary>Most items per write request; larger requests are refused.</summary>
    public int MaxWriteItems { get; init; } = 100;

    /// <summary>Most bytes per request; a longer one ends the connection, as in PLCSIM.</summary>
    public int MaxRequestBytes { get; init; } = 65_000;

    /// <summary>Most subscriptions over all connections.</summary>
    public int MaxSubscriptions { get; init; } = 50;

    /// <summary>Most items over all subscriptions.</summary>
    public int MaxSubscriptionItems { get; init; } = 10_000;

    /// <summary>Most concurrent sessions.</summary>
    public int MaxSessions { get; init; } = 32;

    /// <summary>The shortest cycle of a subscription; shorter ones are lengthened to it.</summary>
    public TimeSpan ShortestCycle { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Alarms that it can raise.</summary>
    public IReadOnlyList<SoftAlarm> Alarms { get; init; } = [];

    /// <summary>Text lists that texts of alarms show.</summary>
    public IReadOnlyList<SoftTextList> TextLists { get; init; } = [];

    /// <summary>False: it refuses subscriptions to alarms.</summary>
    public bool SendsAlarms { get; init; } = true;

    /// <summary>False: it refuses subscriptions to alarms that do not name their languages, as some CPUs do.</summary>
    public bool SendsAllLanguages { get; init; } = true;
}
