namespace S7OpcBridge.OpcUa;

/// <summary>What all connections of a server share.</summary>
internal sealed class ServerContext : IDisposable
{
    private readonly Action<UaServerEvent> _report;

    // They begin anywhere, so that a client that kept an id over our restart does not meet somebody else's channel.
    private uint _lastChannelId = (uint)Random.Shared.Next(1, int.MaxValue);
    private volatile OwnCertificate[] _certificates;

    public ServerContext(UaServerOptions options, Action<UaServerEvent> report)
    {
        (Options, _report) = (options, report);
        _certificates = options.Certificate is { } certificate ? [certificate, .. options.EllipticCertificates] : [.. options.EllipticCertificates];
        Memory = new ClientMemoryBudget(options.Limits.ClientMemory > 0 ? options.Limits.ClientMemory : MemoryLimits.OfProcess);
        Opening = new ChannelOpening(this);
        Events = new UaEvents(new EventListeners(options.Time, Memory));
        Audit = new Audit(Events, options);
        Diagnostics = new ServerDiagnostics(options, Counters);
        RoleMethods = options is { Roles: { } management, Identities: not null } ? new RoleMethods(this, management) : null;
    }

    public UaServerOptions Options { get; }

    public UaServerLimits Limits => Options.Limits;

    public TimeProvider Time => Options.Time;

    /// <summary>OPC UA ticks.</summary>
    public long Now => UaTime.Now(Options.Time);

    /// <summary>The RSA certificate that clients are shown.</summary>
    public OwnCertificate? Certificate => CertificateOf(CertificateKind.Rsa);

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

    /// <summary>Replaces the certificates of a kind, for channels to come: the one that is shown, and those by which clients may still know us.</summary>
    public void Renew(OwnCertificate shown, IReadOnlyList<OwnCertificate> retiring) =>
        _certificates = [shown, .. retiring, .. _certificates.Where(certificate => certificate.Kind != shown.Kind)];

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

    /// <summary>Where events are raised.</summary>
    public UaEvents Events { get; }

    /// <summary>Tells who did what, to those who may know.</summary>
    public Audit Audit { get; }

    /// <summary>What all clients together may make the server hold.</summary>
    public ClientMemoryBudget Memory { get; }

    /// <summary>What happened to sessions and requests.</summary>
    public ServerCounters Counters { get; } = new();

    /// <summary>The figures that clients can read.</summary>
    public ServerDiagnostics Diagnostics { get; }

    /// <summary>What changes who has which role; null: nobody can over OPC UA.</summary>
    public RoleMethods? RoleMethods { get; }

    /// <summary>Handles OPN.</summary>
    public ChannelOpening Opening { get; }

    /// <summary>
    /// Private keys and passwords cost milliseconds: a storm of new channels and sessions may take every core but one, never that which serves the others.
    /// </summary>
    public SemaphoreSlim Handshakes { get; } = new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>What waits for the clients' sockets; null: the runtime.</summary>
    public SocketLoop? Loop { get; } = SocketLoop.Shared;

    public uint NextChannelId() => Interlocked.Increment(ref _lastChannelId) is var id and not 0 ? id : NextChannelId();

    public void Report(UaServerEvent happened) => _report(happened);

    /// <summary>The status for a request that ended with an exception. What is not a status of ours is a bug, which is reported and told no one else.</summary>
    public StatusCode StatusOf(Exception error, PendingCall? call, UaConnection connection)
    {
        if (call is { Status.IsGood: false })
            return call.Status;
        if (error is UaException known)
            return known.Status;
        Report(new RequestFailed(connection.Remote, $"A request of {connection.Remote} failed inside the server: {error.Message}", error));
        return StatusCodes.BadInternalError;
    }

    public void Dispose()
    {
        Handshakes.Dispose();
        RoleMethods?.Dispose();
    }
}
