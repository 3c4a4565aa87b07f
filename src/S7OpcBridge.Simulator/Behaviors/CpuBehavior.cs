namespace S7OpcBridge.Simulator;

/// <summary>
/// The behaviour of a CPU family towards clients: negotiated limits, accepted connections, memory areas, refusals. Immutable; take one from <see
/// cref="CpuBehaviors"/> and change what a test needs with <c>with</c>. Values that no manual or capture confirms are assumptions.
/// </summary>
public sealed record CpuBehavior
{
    /// <summary>Profile name as in the tag map, for example <c>s7-1500</c>.</summary>
    public required string Profile { get; init; }

    /// <summary>Largest PDU size that it grants, in bytes, 112–8192.</summary>
    public required int PduSize { get; init; }

    /// <summary>Most jobs in flight that it grants, 1–255.</summary>
    public required int MaxJobs { get; init; }

    /// <summary>Most concurrent connections.</summary>
    public required int MaxConnections { get; init; }

    /// <summary>Its memory areas.</summary>
    public PlcAreas Areas { get; init; } = PlcAreas.All;

    /// <summary>True: it supports the request transports S5TIME and DATE_AND_TIME of S7-300 and S7-400; false: such items fail with code 06.</summary>
    public bool HasClassicTypes { get; init; } = true;

    /// <summary>Remote TSAPs that it accepts; empty: all.</summary>
    public IReadOnlyList<ushort> Tsaps { get; init; } = [];

    /// <summary>True: each TSAP accepts one connection at a time (LOGO!, S7-200).</summary>
    public bool OneConnectionPerTsap { get; init; }

    /// <summary>How it refuses an unknown TSAP.</summary>
    public ConnectRefusal OnWrongTsap { get; init; } = ConnectRefusal.Reset;

    /// <summary>How it refuses connections beyond <see cref="MaxConnections"/>, after accepting TCP.</summary>
    public ConnectRefusal OnNoConnectionLeft { get; init; } = ConnectRefusal.Reset;

    /// <summary>Most items per job, 1–255, within the PDU size.</summary>
    public int MaxItems { get; init; } = 255;

    /// <summary>How it handles jobs with more items.</summary>
    public ItemOverflow OnTooManyItems { get; init; } = ItemOverflow.Refuse;

    /// <summary>How it handles more jobs in flight than negotiated.</summary>
    public JobOverflow OnTooManyJobs { get; init; } = JobOverflow.Queue;

    /// <summary>Largest TPDU that it accepts, as COTP size code: n stands for 2ⁿ bytes, 7–13.</summary>
    public byte TpduCode { get; init; } = 0x0A;

    /// <summary>How it handles a TPDU that is smaller than the PDU.</summary>
    public TpduPolicy OnSmallTpdu { get; init; } = TpduPolicy.ShrinkPdu;

    /// <summary>How it answers SZL requests.</summary>
    public SzlPolicy Szl { get; init; } = SzlPolicy.Full;

    /// <summary>What it sends on its own: alarms, modes, diagnostic events.</summary>
    public PlcMessageSupport MessageSupport { get; init; }

    /// <summary>True: it supports block information (userdata group 3).</summary>
    public bool HasBlockInfo { get; init; } = true;

    /// <summary>True: its clock can be read and set (userdata group 7).</summary>
    public bool HasClock { get; init; } = true;

    /// <summary>True: it supports the session password (userdata group 5): S7-300 and S7-400.</summary>
    public bool HasSessionPassword { get; init; }

    /// <summary>Item code of an optimised block: 05 or 0A.</summary>
    public byte OptimisedCode { get; init; } = 0x05;

    /// <summary>Length that a failed item states although it has no data: 0 (S7-1500) or 4 (Snap7 server).</summary>
    public int ErrorItemLength { get; init; }

    /// <summary>True: the last item of an answer is padded, too, as some servers do.</summary>
    public bool PadsLastItem { get; init; }

    /// <summary>True: errors of a whole job are sent as ROSCTR 02, only a header; false: as ROSCTR 03.</summary>
    public bool RefusesWithAck { get; init; } = true;

    /// <summary>True: it closes the connection when a request is longer than the PDU; false: it refuses with 8500.</summary>
    public bool DropsOversizeRequests { get; init; }

    /// <summary>Closes a connection that was idle for this long; zero: never.</summary>
    public TimeSpan IdleTimeout { get; init; }

    /// <summary>Its identity in system lists.</summary>
    public PlcIdentity Identity { get; init; } = new();
}
