using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>The certificate for https with its chain, as its files have it now: whoever renews it need not restart the bridge.</summary>
internal sealed class WebCertificate
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(10);

    private readonly string _path, _keyPath;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Lock _gate = new();
    private SslStreamCertificateContext _current;
    private (DateTime, DateTime) _stamp;
    private long _looked;

    /// <param name="path">PEM file of the certificate, and behind it those that lead to its root.</param>
    /// <param name="keyPath">PEM file of its key; null: the same.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">Is told of a new certificate that cannot be used.</param>
    /// <exception cref="StartException">There is no certificate that can be used.</exception>
    public WebCertificate(string path, string? keyPath, TimeProvider time, ILogger logger)
    {
        (_path, _keyPath, _time, _logger) = (path, keyPath ?? path, time, logger);
        (_stamp, _looked) = (Stamp(), time.GetTimestamp());
        _current = Load();
    }

    /// <summary>The one to show; a new one whose files cannot be used is not taken, and told.</summary>
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
                    // The old one is left to the collector: a connection may be about to show it.
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

    private (DateTime, DateTime) Stamp() => (File.GetLastWriteTimeUtc(_path), File.GetLastWriteTimeUtc(_keyPath));

    private SslStreamCertificateContext Load()
    {
        try
        {
            var text = UserFile.ReadText(_path, UserFile.MaxSmall);
            using var pem = X509Certificate2.CreateFromPem(text, _keyPath == _path ? text : UserFile.ReadText(_keyPath, UserFile.MaxSmall));
            var chain = new X509Certificate2Collection();
            chain.ImportFromPem(text);
            // Windows wants a key that it keeps itself; elsewhere this is a copy. Offline: what is not in the file is not looked for in the world.
            return SslStreamCertificateContext.Create(X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), null), chain, offline: true);
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new StartException($"the certificate for https cannot be used: {_path}{(_keyPath == _path ? "" : $" with the key {_keyPath}")}: {e.Message.ReplaceLineEndings(" ").TrimEnd('.')}. "
                + "Give 'certificate' and 'key' under 'web' as PEM files that this user may read.", e);
        }
    }
}
