using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Bridge;
using S7OpcBridge.Identity;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Hosting;

/// <summary>The OPC UA server together with its certificate and user watches; all end together.</summary>
internal sealed class SecureServer(BridgeServer server, ServerCertificates? certificates, Logins? logins) : IAsyncDisposable
{
    public BridgeServer Server => server;

    /// <summary>The certificates presented and trusted; empty where nothing is encrypted.</summary>
    public IReadOnlyList<KnownCertificate> KnownCertificates() => certificates?.Known() ?? [];

    /// <summary>The certificate that the server presents, with its key and its issuers; null: it has none.</summary>
    public OwnCertificate? Own() => certificates?.Own[0];

    /// <summary>The same without its issuers.</summary>
    public X509Certificate2? OwnCertificate() => Own()?.Certificate;

    /// <summary>Authenticates users; null: there are no users.</summary>
    public Logins? Logins => logins;

    private readonly CancellationTokenSource _stopping = new();
    private Task _watching = Task.CompletedTask,
        _watchingUsers = Task.CompletedTask;

    /// <exception cref="IOException">The endpoint cannot be opened; the message says why and what to do.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (certificates is not null)
        {
            foreach (var own in certificates.Elliptic.Append(certificates.Own))
                server.Renew(own[0], [.. own.Skip(1)]);
        }
        await server.StartAsync(cancellationToken);
        if (certificates is not null)
            _watching = certificates.WatchAsync(server.Renew, server.RecheckClients, _stopping.Token);
        if (logins is not null)
            _watchingUsers = logins.WatchAsync(server.RecheckUsers, _stopping.Token);
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await Task.WhenAll(_watching, _watchingUsers);
        await server.DisposeAsync();
        _stopping.Dispose();
    }
}
