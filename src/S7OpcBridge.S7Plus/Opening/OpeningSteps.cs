using System.Security.Cryptography;
using S7OpcBridge.IsoOnTcp.Connecting;
using S7OpcBridge.S7Plus.Tls;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>Steps of opening a connection, each with its own error messages.</summary>
internal sealed class OpeningSteps(string peer, S7PlusConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
{
    /// <summary>The peer, for messages.</summary>
    public string Peer => peer;

    /// <summary>Runs a step within the timeout.</summary>
    /// <exception cref="S7PlusLinkException">It took longer.</exception>
    public async Task<T> LimitAsync<T>(S7PlusStage stage, string silence, Func<CancellationToken, Task<T>> step)
    {
        using var limit = Deadline.Start(options.Timeout, time, cancellationToken);
        try
        {
            return await step(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new S7PlusLinkException($"{peer} {silence} within {options.Timeout.TotalSeconds:0.###} s.", exception)
            {
                Stage = stage,
                Cause = S7PlusLinkCause.TimedOut,
            };
        }
        catch (S7PlusProtocolException exception)
        {
            exception.Stage = stage;
            throw;
        }
    }

    public Task HandshakeAsync(TlsDuplex tls) =>
        LimitAsync(
            S7PlusStage.Tls,
            "does not finish the TLS handshake",
            async token =>
            {
                try
                {
                    await tls.HandshakeAsync(token).ConfigureAwait(false);
                    return true;
                }
                catch (TlsFailure failure)
                {
                    throw Failed($"the TLS handshake with {peer} failed: {failure.Describe()}", S7PlusLinkCause.Refused, failure);
                }
                catch (EndOfStreamException exception)
                {
                    throw Failed($"{peer} closes the connection during the TLS handshake", S7PlusLinkCause.ClosedByPeer, exception);
                }
            }
        );

    /// <summary>Runs the certificate check.</summary>
    /// <exception cref="S7PlusTrustException">The certificate is not trusted.</exception>
    public async Task<S7PlusCertificate> CheckAsync(string host, TlsEngine engine)
    {
        try
        {
            var certificate = new S7PlusCertificate(host, engine.ServerCertificates);
            var answer = options.CertificateCheck is { } check
                ? await check(certificate, cancellationToken).ConfigureAwait(false)
                : S7PlusTrust.No(
                    $"{peer} shows the certificate {certificate.Thumbprint} ({certificate.Subject}), and the map does not say whether to trust it: set "
                        + "'certificate'."
                );
            return answer.IsTrusted
                ? certificate
                : throw new S7PlusTrustException(
                    answer.Reason ?? $"The certificate of {peer} ({certificate.Thumbprint}) is not trusted.",
                    S7PlusStage.Certificate
                );
        }
        catch (CryptographicException exception)
        {
            throw new S7PlusTrustException(
                $"{peer} shows a certificate that cannot be read: {exception.Message}.",
                S7PlusStage.Certificate,
                exception
            );
        }
    }

    private static S7PlusLinkException Failed(string what, S7PlusLinkCause cause, Exception inner) =>
        new(
            $"{char.ToUpperInvariant(what[0])}{what[1..]}. The CPU must speak TLS 1.3 (S7-1500 from firmware 2.9, S7-1200 from 4.5).",
            inner
        )
        {
            Stage = S7PlusStage.Tls,
            Cause = cause,
        };
}
