using System.Net.Security;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Hosting;

/// <summary>The certificate of the OPC UA server as that for https.</summary>
/// <param name="own">Returns it as it is now; it is another one after a renewal.</param>
internal sealed class OwnWebCertificate(Func<OwnCertificate?> own)
{
    private readonly Lock _gate = new();
    private OwnCertificate? _of;
    private SslStreamCertificateContext? _context;

    /// <summary>The certificate to use.</summary>
    /// <exception cref="WebStartException">The server has none.</exception>
    public SslStreamCertificateContext Current()
    {
        var now =
            own()
            ?? throw new WebStartException(
                "the status page cannot have the certificate of the OPC UA server, which has none: name a PEM file as "
                    + "'certificate' under 'web'."
            );
        lock (_gate)
        {
            if (_context is null || !ReferenceEquals(_of, now))
                (_of, _context) = (now, WebCertificate.ContextOf(now.Certificate, [.. now.Issuers]));
            return _context;
        }
    }
}
