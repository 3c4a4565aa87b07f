using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A CA of a plant, which writes certificates and their keys as files in PEM.</summary>
internal sealed class PlantAuthority
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private readonly X509Certificate2 _certificate;

    /// <param name="name">Its common name.</param>
    /// <param name="issuer">The CA above it; null: none.</param>
    public PlantAuthority(string name, PlantAuthority? issuer = null) =>
        _certificate = Sign(
            name,
            issuer?._certificate,
            [new X509BasicConstraintsExtension(true, false, 0, true), new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true)],
            Now.AddDays(30)
        );

    /// <summary>Its own certificate in PEM.</summary>
    public string Pem => _certificate.ExportCertificatePem();

    /// <summary>Issues a certificate and writes it with its key: NAME.pem and NAME.key.</summary>
    /// <param name="file">Both files without their endings.</param>
    /// <param name="subject">Its common name.</param>
    /// <param name="host">The host that it is for.</param>
    /// <param name="expired">True: it ended yesterday.</param>
    /// <param name="withIssuer">True: this CA's certificate stands behind it in the file.</param>
    public void Issue(string file, string subject, string host = "localhost", bool expired = false, bool withIssuer = false)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(host);
        using var made = Sign(
            subject,
            _certificate,
            [names.Build(), new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, true)],
            expired ? Now.AddDays(-1) : Now.AddDays(20)
        );
        Write($"{file}.key", made.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        Write($"{file}.pem", $"{made.ExportCertificatePem()}\n{(withIssuer ? Pem : "")}\n");
    }

    // Whole, or not at all: the bridge may read it at any time.
    private static void Write(string file, string text)
    {
        File.WriteAllText($"{file}.new", text);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode($"{file}.new", UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.Move($"{file}.new", file, overwrite: true);
    }

    private static X509Certificate2 Sign(string name, X509Certificate2? issuer, X509Extension[] extensions, DateTimeOffset until)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        foreach (var extension in extensions)
            request.CertificateExtensions.Add(extension);
        if (issuer is null)
            return request.CreateSelfSigned(Now.AddDays(-9), until);
        using var made = request.Create(
            issuer,
            Now.AddDays(-8),
            until < issuer.NotAfter ? until : issuer.NotAfter,
            RandomNumberGenerator.GetBytes(8)
        );
        return made.CopyWithPrivateKey(key);
    }
}
