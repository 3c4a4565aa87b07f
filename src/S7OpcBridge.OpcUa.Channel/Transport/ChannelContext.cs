using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>What all connections of a server share.</summary>
/// <param name="options">Policies, certificates, the check of clients' certificates.</param>
/// <param name="limits">What connections are held to.</param>
/// <param name="memory">What all clients together may make the server hold.</param>
/// <param name="report">Takes what happens; any thread.</param>
internal sealed class ChannelContext(ChannelOptions options, ChannelLimits limits, ClientMemoryBudget memory, Action<UaServerEvent> report)
{
    // They begin anywhere, so that a client that kept an id over our restart does not meet somebody else's channel.
    private uint _lastChannelId = (uint)Random.Shared.Next(1, int.MaxValue);
    private volatile OwnCertificate[] _certificates =
        options.Certificate is { } certificate ? [certificate, .. options.EllipticCertificates] : [.. options.EllipticCertificates];

    /// <summary>How channels are set up.</summary>
    public ChannelOptions Options => options;

    /// <summary>What connections are held to.</summary>
    public ChannelLimits Limits => limits;

    /// <summary>What all clients together may make the server hold.</summary>
    public ClientMemoryBudget Memory => memory;

    /// <summary>The clock.</summary>
    public TimeProvider Time => options.Time;

    /// <summary>OPC UA ticks.</summary>
    public long Now => UaTime.Now(options.Time);

    /// <summary>Called when a channel was opened (true) or has a new token (false).</summary>
    public Action<UaConnection, SecureChannel, bool>? Opened { get; init; }

    /// <summary>Called when a channel was refused, with the client's certificate as it was sent.</summary>
    public Action<UaConnection, UaException, byte[]>? Refused { get; init; }

    /// <summary>Called when a channel ended, with the reason if it was ended from outside.</summary>
    public Action<UaConnection, SecureChannel, string?>? Closed { get; init; }

    /// <summary>The RSA certificate that clients are shown.</summary>
    public OwnCertificate? Certificate => CertificateOf(CertificateKind.Rsa);

    /// <summary>
    /// Private keys and passwords cost milliseconds: a storm of new channels and sessions may take every core but one, never that which serves the others.
    /// </summary>
    public FairTurns Handshakes { get; } = new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>What waits for the clients' sockets; null: the runtime.</summary>
    public SocketLoop? Loop { get; } = SocketLoop.Shared;

    /// <summary>The certificate of a kind that clients are shown; null: there is none.</summary>
    public OwnCertificate? CertificateOf(CertificateKind kind)
    {
        foreach (var certificate in _certificates)
        {
            if (certificate.Kind == kind)
                return certificate;
        }

        return null;
    }

    /// <summary>The certificate that a client means; the one that is shown for the policy if it means none of ours.</summary>
    public OwnCertificate? CertificateFor(SecurityPolicy policy, ReadOnlySpan<byte> thumbprint)
    {
        foreach (var certificate in _certificates)
        {
            if (certificate.Kind == policy.CertificateKind && thumbprint.SequenceEqual(certificate.Thumbprint))
                return certificate;
        }

        return CertificateOf(policy.CertificateKind);
    }

    /// <summary>Replaces the certificates of a kind, for channels to come: the one that is shown, and those by which clients may still know us.</summary>
    public void Renew(OwnCertificate shown, IReadOnlyList<OwnCertificate> retiring) =>
        _certificates = [shown, .. retiring, .. _certificates.Where(certificate => certificate.Kind != shown.Kind)];

    /// <summary>The id of a new channel; never 0.</summary>
    public uint NextChannelId() => Interlocked.Increment(ref _lastChannelId) is var id and not 0 ? id : NextChannelId();

    /// <summary>Tells that something happened.</summary>
    public void Report(UaServerEvent happened) => report(happened);
}
