using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>A node in the test's process, with a certificate of its own and its log kept.</summary>
internal sealed class TestNode : ILoggerProvider, ILogger, IAsyncDisposable
{
    private readonly ConcurrentQueue<string> _log = new();
    private ClusterNode? _node;

    public X509Certificate2 Certificate { get; } = NewCertificate();

    public ClusterNode Node => _node!;

    public string Log => string.Join('\n', _log);

    public static async Task<TestNode> StartAsync(
        string name,
        MembershipStore store,
        CancellationToken cancellationToken,
        string cluster = "plant",
        string secret = "secret",
        Func<X509Certificate2, bool>? trusts = null
    )
    {
        var node = new TestNode();
        var loggers = LoggerFactory.Create(builder => builder.AddProvider(node));
        node._node = await ClusterNode.StartAsync(
            new ClusterOptions
            {
                Name = cluster,
                Node = name,
                Listen = new IPEndPoint(IPAddress.Loopback, FreePort.Next()),
                Secret = secret,
                Members = store,
                Certificate = () => node.Certificate,
                Trusts = trusts ?? (static _ => true),
            },
            (from, kind, body, _) =>
                kind == 0
                    ? throw new ClusterCallException(ClusterCallFailure.Refused, $"{name} does not know 0")
                    : new ValueTask<byte[]>(Encoding.UTF8.GetBytes($"{name}: {kind} {Encoding.UTF8.GetString(body.Span)} from {from}")),
            TimeProvider.System,
            loggers,
            cancellationToken
        );
        return node;
    }

    /// <summary>Waits until the log has some words.</summary>
    public async Task UntilSaidAsync(string words, CancellationToken cancellationToken)
    {
        try
        {
            await Poll.UntilAsync(() => Log.Contains(words, StringComparison.Ordinal), cancellationToken);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail($"The log does not say: {words}\n{Log}");
        }
    }

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

    void ILogger.Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        if (IsEnabled(logLevel))
            _log.Enqueue($"{logLevel} {eventId.Id} {formatter(state, exception)} {exception}");
    }

    public void Dispose() { }

    public async ValueTask DisposeAsync()
    {
        await Node.DisposeAsync();
        Certificate.Dispose();
    }

    public static X509Certificate2 NewCertificate()
    {
        using var key = RSA.Create(2048);
        var now = TimeProvider.System.GetUtcNow();
        var request = new CertificateRequest("CN=node", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var made = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }
}
