using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity;

/// <summary>
/// The content of the bridge's own certificate (OPC 10000-6, 6.2.2): ApplicationUri, name, and every host name and address under which clients reach it.
/// </summary>
/// <param name="ApplicationUri">Part of the subject alternative name; clients compare it.</param>
/// <param name="Name">Common name.</param>
/// <param name="Hosts">Host names and addresses, those advertised by the map first.</param>
/// <param name="Promised">Number of hosts in the URLs for clients; the others are names of this machine.</param>
public sealed record CertificateProfile(string ApplicationUri, string Name, IReadOnlyList<string> Hosts, int Promised)
{
    /// <summary>
    /// Default key length. A private-key operation, of which a handshake needs four, takes 0.23 ms with 2048 bits, 1.5 ms with 3072 and 3.6 ms with 4096
    /// (docs/security.md).
    /// </summary>
    public const int DefaultBits = 2048;

    /// <summary>Default validity of a self-signed certificate in days. It is long because clients must trust each new certificate again.</summary>
    public const int DefaultDays = 5 * 365;

    private const X509KeyUsageFlags Usage =
        X509KeyUsageFlags.DigitalSignature
        | X509KeyUsageFlags.NonRepudiation
        | X509KeyUsageFlags.KeyEncipherment
        | X509KeyUsageFlags.DataEncipherment;

    private const X509KeyUsageFlags CurveUsage =
        X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.NonRepudiation | X509KeyUsageFlags.KeyAgreement;

    private static readonly OidCollection Purposes = [new("1.3.6.1.5.5.7.3.1"), new("1.3.6.1.5.5.7.3.2")]; // server and client authentication

    /// <summary>The profile for the settings of a map.</summary>
    public static CertificateProfile From(ServerSettings settings)
    {
        var hosts = new List<string>();
        foreach (var name in settings.Advertise)
            Add(hosts, HostOf(name));
        if (settings.Endpoint.HostNameType is UriHostNameType.Dns || !IsAny(settings.Endpoint.DnsSafeHost))
            Add(hosts, settings.Endpoint.DnsSafeHost);
        var promised = hosts.Count;

        // Without advertised names clients use the machine's. In a container that name changes with each start, so 'advertise' is needed there.
        if (settings.Advertise.Count == 0)
            Add(hosts, Environment.MachineName);
        foreach (var local in (string[])["localhost", "127.0.0.1", "::1"])
            Add(hosts, local);
        return new CertificateProfile(settings.ApplicationUri, settings.Name, hosts, promised);
    }

    /// <summary>
    /// A request for a certificate of this profile, for an RSA key or a key on an elliptic curve, which is not used to encrypt.
    /// </summary>
    /// <param name="selfSigned">True: it also signs itself.</param>
    /// <param name="subject">Another subject than the profile's.</param>
    public CertificateRequest Request(AsymmetricAlgorithm key, bool selfSigned, X500DistinguishedName? subject = null) =>
        key is RSA rsa
            ? Complete(
                new CertificateRequest(subject ?? Subject(), rsa, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1),
                selfSigned,
                Usage
            )
            : Complete(
                new CertificateRequest(
                    subject ?? Subject(),
                    (ECDsa)key,
                    key.KeySize > 256 ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256
                ),
                selfSigned,
                CurveUsage
            );

    private CertificateRequest Complete(CertificateRequest request, bool selfSigned, X509KeyUsageFlags usage)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddUri(new Uri(ApplicationUri));
        foreach (var host in Hosts)
        {
            if (IPAddress.TryParse(host, out var address))
                names.AddIpAddress(address);
            else
                names.AddDnsName(host);
        }
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, critical: true));
        request.CertificateExtensions.Add(
            new X509KeyUsageExtension(selfSigned ? usage | X509KeyUsageFlags.KeyCertSign : usage, critical: true)
        );
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(Purposes, critical: false));
        var identifier = new X509SubjectKeyIdentifierExtension(request.PublicKey, critical: false);
        request.CertificateExtensions.Add(identifier);
        if (selfSigned)
            request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromSubjectKeyIdentifier(identifier));
        return request;
    }

    /// <summary>
    /// The differences of a certificate from this profile, one sentence each with the consequence. Missing names of this machine do not count.
    /// </summary>
    public IEnumerable<string> MissingIn(X509Certificate2 certificate)
    {
        if (!CertificateNames.HasUri(certificate, ApplicationUri))
            yield return $"does not name the ApplicationUri {ApplicationUri} (clients refuse with BadCertificateUriInvalid)";
        foreach (var host in Hosts.Take(Promised))
        {
            if (!CertificateNames.HasHost(certificate, host))
                yield return $"does not name {host} (clients that connect by it refuse with BadCertificateHostNameInvalid)";
        }
    }

    private X500DistinguishedName Subject()
    {
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName(Name);
        return subject.Build();
    }

    private static void Add(List<string> hosts, string host)
    {
        if (host.Length > 0 && !hosts.Contains(host, StringComparer.OrdinalIgnoreCase))
            hosts.Add(host);
    }

    private static string HostOf(string advertised)
    {
        if (IPAddress.TryParse(advertised, out var address))
            return address.ToString();
        var url = advertised.Contains("://", StringComparison.Ordinal) ? advertised : "opc.tcp://" + advertised;
        return Uri.TryCreate(url, UriKind.Absolute, out var uri) ? uri.DnsSafeHost : "";
    }

    private static bool IsAny(string host) =>
        IPAddress.TryParse(host, out var address) && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any));
}
