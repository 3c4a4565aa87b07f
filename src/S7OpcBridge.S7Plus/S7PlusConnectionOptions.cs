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

    /// <summary>Requests in flight, 1–16. More than one has not been tried on hardware.</summary>
    public int MaxJobs { get; init; } = 1;

    /// <summary>After so long a silence the CPU is asked whether it is still there; zero: never.</summary>
    public TimeSpan KeepAlive { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Decides whether the CPU's certificate is trusted: <see cref="S7PlusCertificateChecks"/>. Null: none is.</summary>
    public S7PlusCertificateCheck? CertificateCheck { get; init; }

    /// <summary>Gives the password when the CPU asks for one, a new object each time, which is wiped after use; null: there is none.</summary>
    public Func<CancellationToken, ValueTask<S7PlusPassword>>? Password { get; init; }

    /// <summary>Is shown all that passes on the wire, decrypted, without passwords and keys; null: nobody looks. Called on the connection's own task: must be quick and must not throw.</summary>
    public Action<S7PlusWireEntry>? WireLog { get; init; }

    /// <summary>Gets the TLS secrets as NSS key log lines, for tests alone.</summary>
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
