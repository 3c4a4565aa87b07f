using System.Net;

namespace S7OpcBridge.S7Plus;

/// <summary>How to reach a PLC by S7CommPlus over TLS. Immutable.</summary>
public sealed record S7PlusConnectionOptions
{
    /// <summary>Host name or address.</summary>
    public required string Host { get; init; }

    /// <summary>TCP port; usually 102.</summary>
    public int Port { get; init; } = 102;

    /// <summary>Second host of a redundant PLC, tried when the first does not accept the connection; null: none.</summary>
    public string? Second { get; init; }

    /// <summary>Local address to connect from; null: the system chooses.</summary>
    public IPAddress? Bind { get; init; }

    /// <summary>Time after which an unanswered request ends the connection; also the limit of each step of connecting.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Requests in flight, 1–16. More than one was not tested on hardware.</summary>
    public int MaxJobs { get; init; } = 1;

    /// <summary>Time without received data after which a keep-alive request is sent; zero: never.</summary>
    public TimeSpan KeepAlive { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Decides whether the CPU's certificate is trusted, see <see cref="S7PlusCertificateChecks"/>. Null: no certificate is.</summary>
    public S7PlusCertificateCheck? CertificateCheck { get; init; }

    /// <summary>Provides the password when the CPU requires one, as a new object each time, which is wiped after use; null: none.</summary>
    public Func<CancellationToken, ValueTask<S7PlusPassword>>? Password { get; init; }

    /// <summary>
    /// Receives all sent and received bytes, decrypted, without passwords and keys; null: none. Called on the connection's task: it must be fast and must not
    /// throw.
    /// </summary>
    public Action<S7PlusWireEntry>? WireLog { get; init; }

    /// <summary>Receives the TLS secrets as NSS key log lines, for tests only.</summary>
    internal Action<string>? KeyLog { get; init; }

    /// <exception cref="ArgumentException">An option is outside its range.</exception>
    internal void Check()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Host);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxJobs, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxJobs, 16);
        ArgumentOutOfRangeException.ThrowIfLessThan(KeepAlive, TimeSpan.Zero);
    }
}
