using System.Net;

namespace S7OpcBridge.S7Plus;

/// <summary>How to reach a PLC by S7CommPlus over TLS. Immutable.</summary>
public sealed record S7PlusConnectionOptions
{
    /// <summary>Host name or address.</summary>
    public required string Host { get; init; }

    /// <summary>TCP port; 102 unless a simulator or NAT says otherwise.</summary>
    public int Port { get; init; } = 102;

    /// <summary>Second host of a redundant PLC, tried when the first does not take the connection; null: none.</summary>
    public string? Second { get; init; }

    /// <summary>Local address to connect from; null: the system chooses.</summary>
    public IPAddress? Bind { get; init; }

    /// <summary>An unanswered request ends the connection after this time; each step of connecting has as long.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <exception cref="ArgumentException">An option is outside its range.</exception>
    internal void Check()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Host);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
    }
}
