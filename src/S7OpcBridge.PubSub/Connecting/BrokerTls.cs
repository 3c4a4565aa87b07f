using System.ComponentModel;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.PubSub.Connecting;

/// <summary>TLS of one connection: whom this side trusts and what it shows, and what both mean when the broker ends it.</summary>
internal sealed class BrokerTls(BrokerOptions options, RefusalWords words)
{
    private SslStreamCertificateContext? _shown;
    private string? _distrust;
    private bool _isAsked;

    /// <summary>Secures a stream, which is disposed when that fails.</summary>
    /// <exception cref="BrokerException">It failed.</exception>
    public async Task<Stream> SecureAsync(Stream plain, CancellationToken cancellationToken)
    {
        var secure = new SslStream(plain);
        try
        {
            _shown = Certificate();
            await secure.AuthenticateAsClientAsync(Settings(), cancellationToken);
            return secure;
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            await secure.DisposeAsync();
            throw _distrust is { } why ? RefusalWords.NotTrusted(why) : WhyRefused(e) ?? words.Tls(e);
        }
        catch
        {
            await secure.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// What it means that the broker ended the connection before it answered: with TLS 1.3 it sees the certificate of this side when for this side all is done.
    /// </summary>
    /// <returns>Null: TLS is not the reason.</returns>
    public BrokerException? WhyRefused(Exception e) =>
        !IsAlert(e) ? null
        : _shown is { } shown ? words.CertificateRefused(shown.TargetCertificate, e)
        : IsMissing ? words.CertificateMissing()
        : null;

    /// <summary>Whether the broker has asked for a certificate of this side, which has none.</summary>
    public bool IsMissing => _isAsked && _shown is null;

    private SslStreamCertificateContext? Certificate()
    {
        try
        {
            return options.Certificate?.Invoke();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw RefusalWords.CertificateUnusable(e);
        }
    }

    private SslClientAuthenticationOptions Settings()
    {
        var settings = new SslClientAuthenticationOptions { TargetHost = options.Address.Host.Trim('[', ']') };
        if (options.WhyNotTrusted is { } whyNot)
            settings.RemoteCertificateValidationCallback = (_, presented, chain, errors) => IsTrusted(whyNot, presented, chain, errors);
        if (_shown is not null)
            settings.ClientCertificateContext = _shown;
        // Called again when the broker has asked for one, with the broker's at hand.
        else
            settings.LocalCertificateSelectionCallback = (_, _, _, remote, _) =>
            {
                _isAsked |= remote is not null;
                return null!;
            };
        return settings;
    }

    private bool IsTrusted(
        Func<X509Certificate2, X509Chain?, SslPolicyErrors, string?> whyNot,
        X509Certificate? presented,
        X509Chain? chain,
        SslPolicyErrors errors
    )
    {
        if (presented is null)
        {
            _distrust = words.NothingShown;
            return false;
        }

        using var shown = X509CertificateLoader.LoadCertificate(presented.GetRawCertData());
        _distrust = whyNot(shown, chain, errors);
        return _distrust is null;
    }

    // An alert of the other side comes as an exception of the operating system's library; OpenSSL's name it.
    private static bool IsAlert(Exception e)
    {
        for (var inner = e.InnerException; inner is not null; inner = inner.InnerException)
        {
            if (
                inner is CryptographicException && inner.Message.Contains(" alert ", StringComparison.Ordinal)
                || inner is Win32Exception and not SocketException
            )
                return true;
        }

        return false;
    }
}
