using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Files;
using S7OpcBridge.Map;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Web;

/// <summary>The certificate for https with its chain. Its files are read again when they change, so that a renewal needs no restart.</summary>
internal sealed class WebCertificate
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(10);

    private readonly string _path, _keyPath;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Lock _gate = new();
    private SslStreamCertificateContext _current;
    private (FileStamp, FileStamp) _stamp;
    private long _looked;

    /// <param name="path">PEM file of the certificate, followed by its issuers.</param>
    /// <param name="keyPath">PEM file of its key; null: the same file.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">Logs a new certificate that cannot be used.</param>
    /// <exception cref="StartException">No usable certificate exists.</exception>
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
                catch (StartException e)
                {
                    WebLog.CertificateNotTaken(_logger, e.Message);
                }
                return _current;
            }
        }
    }

    private (FileStamp, FileStamp) Stamp() => (FileStamp.Of(_path), FileStamp.Of(_keyPath));

    private SslStreamCertificateContext Load()
    {
        try
        {
            var text = UserFile.ReadText(_path, UserFile.MaxSmall);
            using var pem = X509Certificate2.CreateFromPem(text, _keyPath == _path ? text : UserFile.ReadText(_keyPath, UserFile.MaxSmall));
            var chain = new X509Certificate2Collection();
            chain.ImportFromPem(text);
            // Windows needs a persisted key; elsewhere this is a copy. Offline: issuers that are not in the file are not downloaded.
            return SslStreamCertificateContext.Create(X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), null), chain, offline: true);
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new StartException($"the certificate for https cannot be used: {_path}{(_keyPath == _path ? "" : $" with the key {_keyPath}")}: "
                + $"{e.Message.ReplaceLineEndings(" ").TrimEnd('.')}. "
                + "Give 'certificate' and 'key' under 'web' as PEM files that this user may read.", e);
        }
    }
}
