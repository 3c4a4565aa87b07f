using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>One PLC as the map says, with the profile's values filled in. Immutable.</summary>
public sealed record PlcDefinition
{
    /// <summary>Index in <see cref="TagMap.Plcs"/>.</summary>
    public required int Index { get; init; }

    /// <summary>Unique name, without <c>/</c>.</summary>
    public required string Name { get; init; }

    /// <summary>How to reach it. For a simulated PLC the program puts the soft PLC's port here.</summary>
    public required S7ConnectionOptions Connection { get; init; }

    /// <summary>True for a soft PLC in the process; shown everywhere.</summary>
    public bool Simulated { get; init; }

    /// <summary>True: a reload took the PLC out of the map; it has no session.</summary>
    public bool IsGone { get; init; }

    /// <summary>False: BadOutOfService and no connection.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Cap on items per job, 1 to 255; the profile's or the map's.</summary>
    public int MaxItems { get; init; } = 255;

    /// <summary>How long the last value outlives the link; zero: not at all.</summary>
    public TimeSpan Stale { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>First pause before a reconnect, above zero; each one after it is twice as long, up to <see cref="ReconnectMax"/>.</summary>
    public TimeSpan ReconnectFirst { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Longest pause before a reconnect, no shorter than <see cref="ReconnectFirst"/>.</summary>
    public TimeSpan ReconnectMax { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Zone of DT, DTL and LDT.</summary>
    public TimeZoneInfo TimeZone { get; init; } = TimeZoneInfo.Utc;

    /// <summary>Code page of Char, String and Chars; an <see cref="System.Text.Encoding"/> name.</summary>
    public string Encoding { get; init; } = "windows-1252";

    /// <summary>False: no client writes anything to this PLC; every write ends as <see cref="TagWriteResult.OutOfService"/>.</summary>
    public bool Writes { get; init; } = true;

    /// <summary>True: values read while the CPU is in STOP are marked <see cref="TagQuality.CpuStopped"/>.</summary>
    public bool StopIsUncertain { get; init; } = true;

    /// <summary>What the bridge may ask of the CPU at most.</summary>
    public S7Load Load { get; init; } = S7Load.None;

    /// <summary>What a PDU and a byte cost in time: chooses between plans of equally many requests, and foretells cycles.</summary>
    public S7Prices Prices { get; init; } = S7Prices.Fast(10);

    /// <summary>How often the CPU state is asked for (SZL 0424); zero: never, for families that drop the link on it (LOGO!) or do not tell.</summary>
    public TimeSpan CpuStateEvery { get; init; } = TimeSpan.Zero;

    /// <summary>Other rights than usual for parts of the PLC.</summary>
    public TagRightsRules Rights { get; init; } = TagRightsRules.Empty;

    /// <summary>How often the CPU is asked whether the data blocks look as they did (block information); zero: never, for families that do not tell.</summary>
    public TimeSpan LayoutEvery { get; init; } = TimeSpan.Zero;

    /// <summary>A word that shows the PLC program that the bridge lives; null: none.</summary>
    public PlcHeartbeat? Heartbeat { get; init; }

    /// <summary>Session password of an S7-300, 400 or WinAC, 1–8 characters; null: none is sent.</summary>
    public string? Password { get; init; }

    /// <summary>True: it is asked by symbol over S7CommPlus, as <see cref="S7Plus"/> says; else by classic S7.</summary>
    public bool IsS7Plus => S7Plus is not null;

    /// <summary>How it is asked by symbol; null: it speaks classic S7.</summary>
    public S7PlusSettings? S7Plus { get; init; }

    /// <summary>Bytes that the CPU copies in one go, above 0: a snapshot group within them is read as one item.</summary>
    public int ConsistentBytes { get; init; } = 64;

    /// <summary>True where a session goes on with the other definition, on the same connection; else the PLC needs a new one.</summary>
    internal bool KeepsConnection(PlcDefinition after) =>
        this with { Rights = after.Rights, Writes = after.Writes, StopIsUncertain = after.StopIsUncertain, Stale = after.Stale } == after;

    /// <summary>The name. Never the whole record: a password stands in it.</summary>
    public override string ToString() => Name;
}
