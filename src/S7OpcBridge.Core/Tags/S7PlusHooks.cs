using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>
/// Callbacks of the program for connections: a store for certificates of S7CommPlus trusted on first use, and a log of the messages. Immutable.
/// </summary>
public sealed record S7PlusHooks
{
    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Returns the check for <c>certificate: trust-first-use</c>; null: the first certificate is remembered as long as the options exist.</summary>
    public Func<PlcDefinition, S7PlusCertificateCheck>? FirstUse { get; init; }

    /// <summary>Returns the receiver of all messages to and from a PLC with S7CommPlus; null: none.</summary>
    public Func<PlcDefinition, Action<S7PlusWireEntry>?>? WireLog { get; init; }

    /// <summary>Returns the receiver of all messages to and from a PLC with classic S7; null: none.</summary>
    public Func<PlcDefinition, Action<S7WireEntry>?>? ClassicWireLog { get; init; }

    /// <summary>How to connect to a PLC with classic S7.</summary>
    public S7ConnectionOptions ClassicOptionsOf(PlcDefinition plc) =>
        ClassicWireLog?.Invoke(plc) is { } log ? plc.Connection with { WireLog = log } : plc.Connection;

    /// <summary>How to connect to a PLC with <c>protocol: s7plus</c>.</summary>
    /// <exception cref="ArgumentException">The PLC uses classic S7.</exception>
    public S7PlusConnectionOptions OptionsOf(PlcDefinition plc)
    {
        if (plc.S7Plus is not { } settings)
            throw new ArgumentException($"{plc.Name} uses classic S7.", nameof(plc));
        return new S7PlusConnectionOptions
        {
            Host = plc.Connection.Host,
            Port = plc.Connection.Port,
            Second = plc.Connection.Second,
            Bind = plc.Connection.Bind,
            Timeout = plc.Connection.Timeout,
            MaxJobs = Math.Clamp(plc.Connection.MaxJobs, 1, 16),
            Password = settings.Password is { } password ? _ => ValueTask.FromResult(new S7PlusPassword(password, settings.User)) : null,
            CertificateCheck = CheckOf(plc, settings.Certificate),
            WireLog = WireLog?.Invoke(plc),
        };
    }

    private S7PlusCertificateCheck CheckOf(PlcDefinition plc, S7PlusCertificateRule rule)
    {
        if (rule.Trust == S7PlusTrustKind.Thumbprint)
            return S7PlusCertificateChecks.Pin(rule.Text);
        if (rule.Trust == S7PlusTrustKind.FirstUse)
            return FirstUse?.Invoke(plc) ?? Remembered();
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPem(rule.Text);
        return S7PlusCertificateChecks.Authorities(authorities, Time);
    }

    private static S7PlusCertificateCheck Remembered()
    {
        string? first = null;
        return S7PlusCertificateChecks.FirstUse(
            _ => ValueTask.FromResult(first),
            (shown, _) =>
            {
                first = shown.Thumbprint;
                return ValueTask.CompletedTask;
            }
        );
    }
}
