using System.Net;
using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.S7;

/// <summary>Connection type in the remote TSAP.</summary>
public enum S7ConnectionType : byte
{
    /// <summary>Programmer: takes the engineer's slot, never chosen unasked.</summary>
    Pg = 1,

    /// <summary>Operator panel.</summary>
    Op = 2,

    /// <summary>S7 basic communication: the default.</summary>
    Basic = 3,
}

/// <summary>How to reach a PLC. Immutable.</summary>
public sealed record S7ConnectionOptions
{
    /// <summary>Host name or address.</summary>
    public required string Host { get; init; }

    /// <summary>TCP port; 102 unless a simulator or NAT says otherwise.</summary>
    public int Port { get; init; } = 102;

    /// <summary>Second host of a redundant PLC, tried when the first does not take the connection; null: none.</summary>
    public string? Second { get; init; }

    /// <summary>Local address to connect from; null: the system chooses.</summary>
    public IPAddress? Bind { get; init; }

    /// <summary>Local TSAP, for example 0x0100.</summary>
    public ushort LocalTsap { get; init; } = 0x0100;

    /// <summary>Remote TSAP: connection type in the high byte, rack·32 + slot in the low one.</summary>
    public ushort RemoteTsap { get; init; } = 0x0301;

    /// <summary>PDU size to ask for, in bytes, 112–65535. The PLC may grant less, never more.</summary>
    public int PduSize { get; init; } = 960;

    /// <summary>Jobs in flight to ask for, 1–255.</summary>
    public int MaxJobs { get; init; } = 8;

    /// <summary>An unanswered job ends the connection after this time; each step of connecting has as long.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The remote TSAP of rack (0–7) and slot (0–31).</summary>
    public static ushort TsapOf(S7ConnectionType type, int rack, int slot) => (ushort)(((int)type << 8) | (rack << 5) | slot);

    /// <exception cref="ArgumentException">An option is outside its range.</exception>
    internal void Check()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Host);
        ArgumentOutOfRangeException.ThrowIfLessThan(PduSize, Handshake.MinPdu);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(PduSize, ushort.MaxValue);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxJobs, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxJobs, byte.MaxValue);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
    }
}
