using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>One PLC of the map, with the values of its profile filled in. Immutable.</summary>
public sealed record PlcDefinition
{
    /// <summary>Index in <see cref="TagMap.Plcs"/>.</summary>
    public required int Index { get; init; }

    /// <summary>Unique name, without <c>/</c>.</summary>
    public required string Name { get; init; }

    /// <summary>How to reach it. For a simulated PLC the program sets the soft PLC's port here.</summary>
    public required S7ConnectionOptions Connection { get; init; }

    /// <summary>True for a soft PLC in the process; shown wherever the PLC is.</summary>
    public bool Simulated { get; init; }

    /// <summary>True: a reload took the PLC out of the map; it has no session.</summary>
    public bool IsGone { get; init; }

    /// <summary>False: no connection, and its tags are BadOutOfService.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Most items per job, 1 to 255, of the profile or the map.</summary>
    public int MaxItems { get; init; } = 255;

    /// <summary>How long the last value is shown after the link has ended; zero: not at all.</summary>
    public TimeSpan Stale { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>First pause before a reconnect, above zero; each further one is twice as long, up to <see cref="ReconnectMax"/>.</summary>
    public TimeSpan ReconnectFirst { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Longest pause before a reconnect, no shorter than <see cref="ReconnectFirst"/>.</summary>
    public TimeSpan ReconnectMax { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Time zone of DT, DTL and LDT.</summary>
    public TimeZoneInfo TimeZone { get; init; } = TimeZoneInfo.Utc;

    /// <summary>Code page of Char, String and Chars; an <see cref="System.Text.Encoding"/> name.</summary>
    public string Encoding { get; init; } = "windows-1252";

    /// <summary>False: every client write to this PLC ends as <see cref="TagWriteResult.OutOfService"/>.</summary>
    public bool Writes { get; init; } = true;

    /// <summary>True: values read while the CPU is in STOP are marked <see cref="TagQuality.CpuStopped"/>.</summary>
    public bool StopIsUncertain { get; init; } = true;

    /// <summary>Limits of the load that the bridge puts on the CPU.</summary>
    public S7Load Load { get; init; } = S7Load.None;

    /// <summary>Time per PDU and per byte: selects between plans with equally many requests and predicts cycle times.</summary>
    public S7Prices Prices { get; init; } = S7Prices.Fast(10);

    /// <summary>
    /// Interval of queries for the CPU state (SZL 0424, or the execution unit of S7CommPlus); zero: never, for families that close the connection on it (LOGO!)
    /// or do not report it.
    /// </summary>
    public TimeSpan CpuStateEvery { get; init; } = TimeSpan.Zero;

    /// <summary>Permissions that differ from the defaults for parts of the PLC.</summary>
    public TagRightsRules Rights { get; init; } = TagRightsRules.Empty;

    /// <summary>Interval of queries for the layouts of the data blocks (block information); zero: never, for families that do not support it.</summary>
    public TimeSpan LayoutEvery { get; init; } = TimeSpan.Zero;

    /// <summary>A word that shows the PLC program that the bridge is alive; null: none.</summary>
    public PlcHeartbeat? Heartbeat { get; init; }

    /// <summary>Session password of an S7-300, S7-400 or WinAC, 1–8 characters; null: none is sent.</summary>
    public string? Password { get; init; }

    /// <summary>True: reached by symbol over S7CommPlus; false: by classic S7.</summary>
    public bool IsS7Plus => S7Plus is not null;

    /// <summary>Settings for S7CommPlus; null: the PLC uses classic S7.</summary>
    public S7PlusSettings? S7Plus { get; init; }

    /// <summary>How the alarms that the CPU raises itself are served; null: not at all, and the CPU is not asked for them.</summary>
    public CpuAlarmSettings? Alarms { get; init; }

    /// <summary>The machine that it controls; null: the map names none.</summary>
    public MachineIdentity? Machine { get; init; }

    /// <summary>Bytes that the CPU copies in one go, above 0: a snapshot group within them is read as one item.</summary>
    public int ConsistentBytes { get; init; } = 64;

    /// <summary>True where a session can continue with the new definition on the same connection; otherwise the PLC needs a new session.</summary>
    internal bool KeepsConnection(PlcDefinition after) =>
        this with
        {
            Rights = after.Rights,
            Writes = after.Writes,
            StopIsUncertain = after.StopIsUncertain,
            Stale = after.Stale,
            Machine = after.Machine,
        } == after;

    /// <summary>Where it is reached, as host and port; empty for a simulated PLC.</summary>
    public string Endpoint => Simulated ? "" : $"{Connection.Host}:{Connection.Port}";

    /// <summary>The name only: the whole record contains a password.</summary>
    public override string ToString() => Name;
}
