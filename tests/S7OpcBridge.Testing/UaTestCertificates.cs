using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.Testing;

/// <summary>Certificates of a client and a server, made for one test run and written nowhere.</summary>
public sealed class UaTestCertificates
{
    /// <summary>A pair that tests share, since keys take time to make.</summary>
    public static UaTestCertificates Shared { get; } = new();

    /// <summary>Makes both; the sizes are those of the RSA keys in bits.</summary>
    public UaTestCertificates(
        int clientBits = 2048,
        int serverBits = 2048,
        string clientUri = "urn:test:client",
        string serverUri = "urn:test:server"
    )
    {
        Client = new OwnCertificate(Create(clientUri, clientBits));
        Server = new OwnCertificate(Create(serverUri, serverBits));
        ServerPeer = PeerCertificate.Parse(Server.Leaf);
    }

    /// <summary>Makes both on an elliptic curve.</summary>
    public UaTestCertificates(CertificateKind kind, string clientUri = "urn:test:client", string serverUri = "urn:test:server")
    {
        Client = new OwnCertificate(Create(clientUri, kind));
        Server = new OwnCertificate(Create(serverUri, kind));
        ServerPeer = PeerCertificate.Parse(Server.Leaf);
    }

    /// <summary>A client of a server that has its RSA certificate already.</summary>
    /// <param name="server">The server's certificate.</param>
    /// <param name="client">The client's, with its key; null: a new one.</param>
    /// <param name="issuers">The issuers that the client sends along.</param>
    public UaTestCertificates(X509Certificate2 server, X509Certificate2? client = null, params IReadOnlyList<X509Certificate2> issuers)
    {
        Client = new OwnCertificate(client ?? Create("urn:test:client"), issuers);
        Server = new OwnCertificate(server);
        ServerPeer = PeerCertificate.Parse(Server.Leaf);
    }

    /// <summary>Another client of the same server.</summary>
    public UaTestCertificates(UaTestCertificates sameServer)
    {
        Client = new OwnCertificate(Create("urn:test:client", 2048));
        (Server, ServerPeer) = (sameServer.Server, sameServer.ServerPeer);
    }

    /// <summary>The client's.</summary>
    public OwnCertificate Client { get; }

    /// <summary>The server's.</summary>
    public OwnCertificate Server { get; }

    /// <summary>The server's public key, where it is an RSA key.</summary>
    public RSA ServerKey => ServerPeer.Key;

    /// <summary>The server's public key, where it is one on an elliptic curve.</summary>
    public ECDsa? ServerCurve => ServerPeer.Curve;

    /// <summary>Bytes of a signature by either key.</summary>
    public int SignatureSize => Server.SignatureSize;

    /// <summary>True: the server has signed it.</summary>
    public bool IsServers(SecurityPolicy policy, byte[] data, byte[] signature) =>
        ServerCurve is { } curve
            ? curve.VerifyData(data, signature, HashOf(policy))
            : ServerKey.VerifyData(data, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);

    /// <summary>The client's signature under a policy with signatures that are bound to the channel.</summary>
    public static byte[] Sign(OwnCertificate signer, SecurityPolicy policy, byte[] data) =>
        signer.Curve is { } curve
            ? curve.SignData(data, HashOf(policy))
            : signer.Key.SignData(data, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);

    /// <summary>The hash of a policy, by its name.</summary>
    public static HashAlgorithmName HashOf(SecurityPolicy policy) =>
        policy.Name.Contains("P384", StringComparison.Ordinal) ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256;

    /// <summary>The server's, as a client has it.</summary>
    internal PeerCertificate ServerPeer { get; }

    /// <summary>A self-signed application certificate of an elliptic curve.</summary>
    public static X509Certificate2 Create(string applicationUri, CertificateKind kind)
    {
        using var key = ECDsa.Create(CertificateKinds.CurveOf(kind));
        return Create(
            applicationUri,
            new CertificateRequest("CN=S7OpcBridge test", key, key.KeySize > 256 ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256),
            X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.KeyCertSign
        );
    }

    /// <summary>A self-signed application certificate.</summary>
    public static X509Certificate2 Create(string applicationUri, int bits = 2048)
    {
        using var key = RSA.Create(bits);
        const X509KeyUsageFlags usage =
            X509KeyUsageFlags.DigitalSignature
            | X509KeyUsageFlags.NonRepudiation
            | X509KeyUsageFlags.KeyEncipherment
            | X509KeyUsageFlags.DataEncipherment
            | X509KeyUsageFlags.KeyCertSign;
        return Create(
            applicationUri,
            new CertificateRequest("CN=S7OpcBridge test", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1),
            usage
        );
    }

    private static X509Certificate2 Create(string applicationUri, CertificateRequest request, X509KeyUsageFlags usage)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddUri(new Uri(applicationUri));
        names.AddDnsName("localhost");
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(usage, true));
        request.CertificateExtensions.Add(
            new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1"), new Oid("1.3.6.1.5.5.7.3.2")], false)
        );
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
    }
}
