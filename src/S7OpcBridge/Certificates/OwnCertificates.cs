using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// The bridge's own certificates: <c>own/certs</c>, with keys in <c>own/private</c>. Certificates from a CA precede self-signed ones, newer precede older. Keys
/// are kept, so that clients see the same server after a restart or in a new container with the same volume.
/// </summary>
internal sealed class OwnCertificates(CertificateStores stores)
{
    private readonly string _replaced = Path.Combine(stores.Folder, "own", "replaced");

    /// <summary>All usable certificates, the preferred one first. The others remain valid for clients that know them.</summary>
    /// <param name="now">The current time.</param>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public IReadOnlyList<OwnCertificate> Read(DateTimeOffset now, Action<string> report)
    {
        var files = stores.Own.Read(report);
        var issuers = stores.Issuers.Read(static _ => { }).Concat(stores.Trusted.Read(static _ => { }));
        var others = files.Concat(issuers).SelectMany(file => file.Chain).Where(IsAuthority).ToList();
        var keys = ReadKeys(report);
        var own = new List<OwnCertificate>();
        foreach (var leaf in files.SelectMany(file => file.Chain).Where(c => !IsAuthority(c)).DistinctBy(c => c.Thumbprint))
        {
            if (leaf.NotBefore > now || leaf.NotAfter <= now)
                continue;
            if (keys.FirstOrDefault(key => Fits(key, leaf)) is not { } key)
                report($"The certificate '{leaf.Subject}' ({leaf.Thumbprint}) in {stores.Own.Certificates} has no key in {stores.Keys}; put it there (PEM without a password), or remove the certificate.");
            else if (key.KeySize is < 2048 or > 4096)
                report($"The certificate '{leaf.Subject}' ({leaf.Thumbprint}) has a key of {key.KeySize} bits; the security policies ask for 2048 to 4096. Replace it.");
            else
                own.Add(new OwnCertificate(leaf.CopyWithPrivateKey(key), IssuersOf(leaf, others)));
        }
        return [.. own.OrderBy(c => CertificateNames.IsSelfSigned(c.Certificate)).ThenByDescending(c => c.Certificate.NotBefore)];
    }

    /// <summary>Makes a new key and a self-signed certificate.</summary>
    public OwnCertificate Create(CertificateProfile profile, int bits, TimeSpan validity, DateTimeOffset now)
    {
        using var key = RSA.Create(bits);
        var certificate = profile.Request(key, selfSigned: true).CreateSelfSigned(now.AddHours(-1), now + validity);
        stores.Create();
        CertificateFiles.WriteKey(KeyPathOf(certificate), key);
        stores.Own.Add(certificate);
        return new OwnCertificate(certificate);
    }

    /// <summary>Replaces all certificates by one with its key.</summary>
    public void Replace(OwnCertificate certificate)
    {
        using var key = certificate.Certificate.GetRSAPrivateKey()!;
        stores.Create();
        CertificateFiles.WriteKey(KeyPathOf(certificate.Certificate), key);
        stores.Own.Add([certificate.Certificate, .. certificate.Issuers]);
        Archive(except: Path.GetFileName(KeyPathOf(certificate.Certificate)));
    }

    /// <summary>All readable keys.</summary>
    public IReadOnlyList<RSA> Keys() => ReadKeys(static _ => { });

    /// <summary>True where the key belongs to the certificate.</summary>
    public static bool Fits(RSA key, X509Certificate2 certificate)
    {
        using var its = certificate.GetRSAPublicKey();
        return its is not null && its.ExportSubjectPublicKeyInfo().AsSpan().SequenceEqual(key.ExportSubjectPublicKeyInfo());
    }

    /// <summary>Moves all certificates and keys to an archive folder beside the store.</summary>
    /// <param name="except">Name of files that stay; null: none.</param>
    public void Archive(string? except = null)
    {
        foreach (var folder in (string[])[stores.Own.Certificates, stores.Keys])
        {
            var aside = Path.Combine(_replaced, Path.GetFileName(folder));
            if (OperatingSystem.IsWindows())
                Directory.CreateDirectory(aside);
            else
                Directory.CreateDirectory(aside, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            foreach (var file in CertificateFiles.In(folder).Where(file => file.Name != except))
                file.MoveTo(Path.Combine(aside, file.Name), overwrite: true);
        }
    }

    /// <summary>True for a certificate that may sign others.</summary>
    public static bool IsAuthority(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509BasicConstraintsExtension>().Any(constraints => constraints.CertificateAuthority);

    /// <summary>Reports a private key that others than its owner can read.</summary>
    public static void ReportOpenKey(FileInfo file, Action<string> report)
    {
        if (SecretFile.IsOpenToOthers(file.FullName))
            report($"Other users can read the private key {file.FullName}; run 'chmod 600' on it.");
    }

    private string KeyPathOf(X509Certificate2 certificate) => Path.Combine(stores.Keys, CertificateFiles.NameOf(certificate));

    private List<RSA> ReadKeys(Action<string> report)
    {
        var keys = new List<RSA>();
        foreach (var file in CertificateFiles.In(stores.Keys))
        {
            try
            {
                keys.Add(CertificateFiles.ReadKey(file.FullName));
                ReportOpenKey(file, report);
            }
            catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
            {
                report($"{file.FullName} is no key that can be used: {e.Message.ReplaceLineEndings(" ")} Replace or remove it.");
            }
        }
        return keys;
    }

    /// <summary>Issuers from the nearest on, as far as known; loops are not followed.</summary>
    public static List<X509Certificate2> IssuersOf(X509Certificate2 leaf, IReadOnlyList<X509Certificate2> known)
    {
        var issuers = new List<X509Certificate2>();
        for (var last = leaf; issuers.Count < 4 && !CertificateNames.IsSelfSigned(last);)
        {
            if (known.FirstOrDefault(c => c.SubjectName.RawData.AsSpan().SequenceEqual(last.IssuerName.RawData)) is not { } issuer || issuers.Contains(issuer))
                break;
            issuers.Add(last = issuer);
        }
        return issuers;
    }
}
