using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>What all connections of a server share.</summary>
/// <param name="options">Policies, certificates, the check of clients' certificates.</param>
/// <param name="limits">The limits of connections and channels.</param>
/// <param name="memory">The memory budget of all clients.</param>
/// <param name="report">Receives events; any thread.</param>
internal sealed class ChannelContext(ChannelOptions options, ChannelLimits limits, ClientMemoryBudget memory, Action<UaServerEvent> report)
{
    // Ids begin at a random number, so that a client that kept an id over a restart does not hit another client's channel.
    private uint _lastChannelId = (uint)Random.Shared.Next(1, int.MaxValue);
    private volatile OwnCertificate[] _certificates = options.Certificate is { } certificate
        ? [certificate, .. options.EllipticCertificates]
        : [.. options.EllipticCertificates];

    /// <summary>The settings of channels.</summary>
    public ChannelOptions Options => options;

    /// <summary>The limits of connections and channels.</summary>
    public ChannelLimits Limits => limits;

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

    /// <summary>The RSA certificate for new clients.</summary>
    public OwnCertificate? Certificate => CertificateOf(CertificateKind.Rsa);

    /// <summary>
    /// Limits how many private-key and password operations run at once, since each takes milliseconds: all cores but one, so that one stays free for connected
    /// clients.
    /// </summary>
    public FairTurns Handshakes { get; } = new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>The loop that waits for the clients' sockets; null: the runtime waits for them.</summary>
    public SocketLoop? Loop { get; } = SocketLoop.Shared;

    /// <summary>The certificate of a kind for new clients; null: there is none.</summary>
    public OwnCertificate? CertificateOf(CertificateKind kind)
    {
        foreach (var certificate in _certificates)
        {
            if (certificate.Kind == kind)
                return certificate;
        }

        return null;
    }

    /// <summary>The certificate with this thumbprint, otherwise the one for new clients of the policy.</summary>
    public OwnCertificate? CertificateFor(SecurityPolicy policy, ReadOnlySpan<byte> thumbprint)
    {
        foreach (var certificate in _certificates)
        {
            if (certificate.Kind == policy.CertificateKind && thumbprint.SequenceEqual(certificate.Thumbprint))
                return certificate;
        }

        return CertificateOf(policy.CertificateKind);
    }

    /// <summary>True: it is a certificate of this server, also one that clients may still use.</summary>
    public bool IsOwn(ReadOnlySpan<byte> leaf)
    {
        foreach (var certificate in _certificates)
        {
            if (leaf.SequenceEqual(certificate.Leaf))
                return true;
        }

        return false;
    }

    /// <summary>Replaces the certificates of a kind for new channels: the one for new clients, and earlier ones that clients may still use.</summary>
    public void Renew(OwnCertificate shown, IReadOnlyList<OwnCertificate> retiring) =>
        _certificates = [shown, .. retiring, .. _certificates.Where(certificate => certificate.Kind != shown.Kind)];

    /// <summary>The id of a new channel; never 0.</summary>
    public uint NextChannelId() => Interlocked.Increment(ref _lastChannelId) is var id and not 0 ? id : NextChannelId();

    public void Report(UaServerEvent happened) => report(happened);
}
