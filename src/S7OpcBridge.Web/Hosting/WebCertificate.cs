using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Hosting;

/// <summary>The certificate for https with its chain. Its files are read again when they change, so that a renewal needs no restart.</summary>
internal sealed class WebCertificate
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(10);

    private readonly string _path,
        _keyPath;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Lock _gate = new();
    private SslStreamCertificateContext _current;
    private (FileStamp, FileStamp) _stamp;
    private long _looked;

    /// <summary>Returns the certificate for each new connection; null: no address begins with https.</summary>
    /// <exception cref="WebStartException">No usable certificate exists.</exception>
    public static Func<SslStreamCertificateContext>? ContextOf(WebSettings settings, BridgeView view, ILogger logger)
    {
        if (!settings.HasHttps)
            return null;
        if (settings.Certificate is not { } path)
            return new OwnWebCertificate(view.OwnCertificate).Current;
        var certificate = new WebCertificate(path, settings.Key, view.Time, logger);
        return () => certificate.Current;
    }

    /// <summary>Why the certificate of a map cannot be used, as a sentence; null: it can, or the map names no file.</summary>
    public static string? FaultOf(WebSettings settings, TimeProvider time, out bool isError)
    {
        isError = true;
        if (!settings.HasHttps || settings.Certificate is not { } path)
            return null;
        try
        {
            var ends = new WebCertificate(path, settings.Key, time, NullLogger.Instance).Current.TargetCertificate.NotAfter;
            isError = false;
            return ends >= time.GetUtcNow()
                ? null
                : $"the certificate for https, {path}, ended on {ends:yyyy-MM-dd}: browsers warn of it; renew it";
        }
        catch (WebStartException unusable)
        {
            return unusable.Message;
        }
    }

    /// <summary>A certificate with its key and chain, for TLS.</summary>
    internal static SslStreamCertificateContext ContextOf(X509Certificate2 withKey, X509Certificate2Collection chain) =>
        // Windows needs a persisted key; elsewhere this is a copy. Offline: issuers that are not in the file are not downloaded.
        SslStreamCertificateContext.Create(
            X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pkcs12), null),
            chain,
            offline: true
        );

    /// <param name="path">PEM file of the certificate, followed by its issuers.</param>
    /// <param name="keyPath">PEM file of its key; null: the same file.</param>
    /// <param name="logger">Logs a new certificate that cannot be used.</param>
    /// <exception cref="WebStartException">No usable certificate exists.</exception>
    public WebCertificate(string path, string? keyPath, TimeProvider time, ILogger logger)
    {
        (_path, _keyPath, _time, _logger) = (path, keyPath ?? path, time, logger);
        (_stamp, _looked) = (Stamp(), time.GetTimestamp());
        _current = Load();
    }

    /// <summary>The certificate to use. A new one that cannot be used is logged, and the old one stays.</summary>
    public SslStreamCertificateContext Current
    {
        get
        {
            lock (_gate)
            {
                if (_time.GetElapsedTime(_looked) < LookEvery)
                    return _current;
                _looked = _time.GetTimestamp();
                if (Stamp() is var stamp && stamp == _stamp)
                    return _current;
                _stamp = stamp;
                try
                {
                    // The old one is not disposed, because a connection may be about to use it.
                    _current = Load();
                }
                catch (WebStartException e)
                {
                    WebLog.CertificateNotTaken(_logger, e.Message);
                }
                return _current;
            }
        }
    }

    private (FileStamp, FileStamp) Stamp() => (FileStamp.Read(_path), FileStamp.Read(_keyPath));

    private SslStreamCertificateContext Load()
    {
        try
        {
            var text = UserFile.ReadText(_path, UserFile.MaxSmall);
            using var pem = X509Certificate2.CreateFromPem(text, _keyPath == _path ? text : UserFile.ReadText(_keyPath, UserFile.MaxSmall));
            var chain = new X509Certificate2Collection();
            chain.ImportFromPem(text);
            return ContextOf(pem, chain);
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new WebStartException(
                $"the certificate for https cannot be used: {_path}{(_keyPath == _path ? "" : $" with the key {_keyPath}")}: "
                    + $"{e.Message.ReplaceLineEndings(" ").TrimEnd('.')}. "
                    + "Give 'certificate' and 'key' under 'web' as PEM files that this user may read.",
                e
            );
        }
    }
}
