using System.Net;
using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.S7;

/// <summary>Connection type in the remote TSAP.</summary>
public enum S7ConnectionType : byte
{
    /// <summary>Programming device (PG): never used unless configured, because it is meant for engineering tools.</summary>
    Pg = 1,

    /// <summary>Operator panel.</summary>
    Op = 2,

    /// <summary>S7 basic communication: the default.</summary>
    Basic = 3,
}

/// <summary>How to reach a PLC. Immutable.</summary>
public sealed record S7ConnectionOptions
{
    private static readonly TimeSpan LongestSpin = TimeSpan.FromMilliseconds(10);

    /// <summary>Host name or address.</summary>
    public required string Host { get; init; }

    /// <summary>TCP port; usually 102.</summary>
    public int Port { get; init; } = 102;

    /// <summary>Second host of a redundant PLC, tried when the first does not accept the connection; null: none.</summary>
    public string? Second { get; init; }

    /// <summary>Local address to connect from; null: the system chooses.</summary>
    public IPAddress? Bind { get; init; }

    /// <summary>Local TSAP, for example 0x0100.</summary>
    public ushort LocalTsap { get; init; } = 0x0100;

    /// <summary>Remote TSAP: connection type in the high byte, rack·32 + slot in the low one.</summary>
    public ushort RemoteTsap { get; init; } = 0x0301;

    /// <summary>PDU size to request, in bytes, 112–65535. The PLC may grant less, never more.</summary>
    public int PduSize { get; init; } = 960;

    /// <summary>Number of jobs in flight to request, 1–255.</summary>
    public int MaxJobs { get; init; } = 8;

    /// <summary>Time after which an unanswered job ends the connection; also the limit of each step of connecting.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// How long an answer may be looked for before the shared thread waits for it, 0–10 ms; 0: never. A call looks on its own thread while its job is the only
    /// one in flight; what is sent on the shared thread is looked for there. Both only while the PLC has answered that fast lately, as PLCs on this machine do
    /// and devices beyond a network rarely do.
    /// </summary>
    public TimeSpan SpinTime { get; init; } = TimeSpan.FromMicroseconds(100);

    /// <summary>
    /// Receives all PDUs sent and received, and the COTP TPDUs of connecting, without passwords; null: none. Called on the connection's threads: it must be
    /// fast and must not throw.
    /// </summary>
    public Action<S7WireEntry>? WireLog { get; init; }

    /// <summary>The remote TSAP of rack (0–7) and slot (0–31).</summary>
    public static ushort TsapOf(S7ConnectionType type, int rack, int slot) => (ushort)(((int)type << 8) | (rack << 5) | slot);

    /// <exception cref="ArgumentException">An option is outside its range.</exception>
    internal void Check()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Host);
        ArgumentOutOfRangeException.ThrowIfLessThan(PduSize, S7Handshake.MinPdu);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(PduSize, ushort.MaxValue);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxJobs, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxJobs, byte.MaxValue);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(SpinTime, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(SpinTime, LongestSpin);
    }
}
