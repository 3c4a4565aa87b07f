namespace S7OpcBridge.OpcUa;

/// <summary>What all connections of a server share.</summary>
internal sealed class ServerContext(UaServerOptions options, Action<UaServerEvent> report) : IDisposable
{
    // They begin anywhere, so that a client that kept an id over our restart does not meet somebody else's channel.
    private uint _lastChannelId = (uint)Random.Shared.Next(1, int.MaxValue);
    private volatile OwnCertificate? _certificate = options.Certificate;

    public UaServerOptions Options { get; } = options;

    public UaServerLimits Limits => Options.Limits;

    public TimeProvider Time => Options.Time;

    /// <summary>OPC UA ticks.</summary>
    public long Now => UaTime.Now(Options.Time);

    /// <summary>The application certificate; a new one counts for new channels.</summary>
    public OwnCertificate? Certificate
    {
        get => _certificate;
        set => _certificate = value;
    }

    /// <summary>RSA costs milliseconds: a storm of new channels may take every core but one, never those that serve the existing ones.</summary>
    public SemaphoreSlim Handshakes { get; } = new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>Handles OPN.</summary>
    public ChannelOpening Opening => field ??= new ChannelOpening(this);

    public uint NextChannelId() => Interlocked.Increment(ref _lastChannelId) is var id and not 0 ? id : NextChannelId();

    public void Report(UaServerEvent happened) => report(happened);

    public void Dispose() => Handshakes.Dispose();
}
