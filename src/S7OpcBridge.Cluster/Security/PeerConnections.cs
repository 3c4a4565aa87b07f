using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Cluster.Security;

/// <summary>What happens on a connection between two nodes before Orleans sees it: TLS with both certificates, then the proof of the secret.</summary>
/// <remarks>Without a certificate of its own a node speaks no TLS; with one it is told which other nodes' certificates it trusts.</remarks>
internal sealed class PeerConnections(
    Func<X509Certificate2>? certificate,
    Func<X509Certificate2, bool>? trusts,
    ClusterHandshake handshake,
    TimeProvider time,
    ILogger logger
)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(3);

    private readonly RefusalLog _refusals = new(time, logger);

    public Task AcceptAsync(ConnectionContext connection, ConnectionDelegate next) => RunAsync(connection, accepts: true, next);

    public Task ConnectAsync(ConnectionContext connection, ConnectionDelegate next) => RunAsync(connection, accepts: false, next);

    private async Task RunAsync(ConnectionContext connection, bool accepts, ConnectionDelegate next)
    {
        var plain = connection.Transport;
        await using var duplex = new DuplexStream(plain);
        await using var tls = certificate is not null ? new SslStream(duplex, leaveInnerStreamOpen: true) : null;
        try
        {
            await GreetAsync(duplex, tls, accepts).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            _refusals.Refused(accepts ? "from" : "to", connection.RemoteEndPoint, Words(failure));
            connection.Abort(new ConnectionAbortedException(failure.Message));
            return;
        }
        if (tls is null)
        {
            await next(connection).ConfigureAwait(false);
            return;
        }
        connection.Transport = new StreamPipes(tls);
        try
        {
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            connection.Transport = plain;
        }
    }

    private async Task GreetAsync(DuplexStream duplex, SslStream? tls, bool accepts)
    {
        using var limit = new CancellationTokenSource(Timeout, time);
        byte[] binding = [];
        if (tls is not null)
        {
            var own = certificate!();
            await (
                accepts
                    ? tls.AuthenticateAsServerAsync(ServerOptions(own), limit.Token)
                    : tls.AuthenticateAsClientAsync(ClientOptions(own), limit.Token)
            ).ConfigureAwait(false);
            var (mine, theirs) = (SHA256.HashData(own.RawData), SHA256.HashData(tls.RemoteCertificate!.GetRawCertData()));
            binding = accepts ? [.. mine, .. theirs] : [.. theirs, .. mine];
        }
        Stream stream = tls is null ? duplex : tls;
        await (
            accepts ? handshake.AcceptAsync(stream, binding, limit.Token) : handshake.ConnectAsync(stream, binding, limit.Token)
        ).ConfigureAwait(false);
    }

    private SslServerAuthenticationOptions ServerOptions(X509Certificate2 own) =>
        new()
        {
            ServerCertificateContext = SslStreamCertificateContext.Create(own, null, offline: true),
            ClientCertificateRequired = true,
            EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
            AllowTlsResume = false, // A certificate that is no longer trusted must not come back by an old session.
            RemoteCertificateValidationCallback = IsTrusted,
            CertificateChainPolicy = NoDownloads(),
        };

    private SslClientAuthenticationOptions ClientOptions(X509Certificate2 own) =>
        new()
        {
            TargetHost = "s7opcbridge",
            ClientCertificateContext = SslStreamCertificateContext.Create(own, null, offline: true),
            EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
            AllowTlsResume = false,
            RemoteCertificateValidationCallback = IsTrusted,
            CertificateChainPolicy = NoDownloads(),
        };

    // The bridge's own trust list decides, and that alone: names and the machine's roots mean nothing here.
    private bool IsTrusted(object sender, X509Certificate? presented, X509Chain? chain, SslPolicyErrors errors)
    {
        if (presented is null)
            throw new PeerRefusedException("it has no certificate");
        using var copy = X509CertificateLoader.LoadCertificate(presented.GetRawCertData());
        return trusts!(copy)
            ? true
            : throw new PeerRefusedException($"its certificate {copy.Subject} with thumbprint {copy.Thumbprint} is not trusted");
    }

    private static X509ChainPolicy NoDownloads() =>
        new()
        {
            DisableCertificateDownloads = true,
            RevocationMode = X509RevocationMode.NoCheck,
            VerificationFlags = X509VerificationFlags.AllFlags,
        };

    private static string Words(Exception failure) =>
        failure switch
        {
            PeerRefusedException => failure.Message,
            AuthenticationException { InnerException: PeerRefusedException refused } => refused.Message,
            AuthenticationException =>
                $"TLS failed, probably because the other side does not trust this node's certificate: {failure.Message}",
            OperationCanceledException => "the other side did not say who it is in time",
            EndOfStreamException or IOException => "the other side closed the connection before it said who it is",
            _ => failure.Message,
        };
}
