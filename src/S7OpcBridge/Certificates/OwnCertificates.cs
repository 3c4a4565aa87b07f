using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// The bridge's own certificates as files: <c>own/certs</c> with their keys in <c>own/private</c>. What a CA signed goes before what the bridge signed itself,
/// and a newer one before an older one. The keys are kept: after a restart, or in a new container with the same volume, clients meet the same server.
/// </summary>
internal sealed class OwnCertificates(CertificateStores stores)
{
    private readonly string _replaced = Path.Combine(stores.Folder, "own", "replaced");

    /// <summary>All that can be used now, the best first. Those behind it are still good for clients that know them.</summary>
    /// <param name="now">The time.</param>
    /// <param name="report">Takes a sentence about each file that is of no use.</param>
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

    /// <summary>Makes a new key and a certificate signed with it.</summary>
    public OwnCertificate Create(CertificateProfile profile, int bits, TimeSpan validity, DateTimeOffset now)
    {
        using var key = RSA.Create(bits);
        var certificate = profile.Request(key, selfSigned: true).CreateSelfSigned(now.AddHours(-1), now + validity);
        stores.Create();
        CertificateFiles.WriteKey(KeyPathOf(certificate), key);
        stores.Own.Add(certificate);
        return new OwnCertificate(certificate);
    }

    /// <summary>Takes a certificate with its key into use, in place of all that there were.</summary>
    public void Replace(OwnCertificate certificate)
    {
        using var key = certificate.Certificate.GetRSAPrivateKey()!;
        stores.Create();
        CertificateFiles.WriteKey(KeyPathOf(certificate.Certificate), key);
        stores.Own.Add([certificate.Certificate, .. certificate.Issuers]);
        Archive(except: Path.GetFileName(KeyPathOf(certificate.Certificate)));
    }

    /// <summary>All keys that can be read.</summary>
    public IReadOnlyList<RSA> Keys() => ReadKeys(static _ => { });

    /// <summary>True for the key of a certificate.</summary>
    public static bool Fits(RSA key, X509Certificate2 certificate)
    {
        using var its = certificate.GetRSAPublicKey();
        return its is not null && its.ExportSubjectPublicKeyInfo().AsSpan().SequenceEqual(key.ExportSubjectPublicKeyInfo());
    }

    /// <summary>Takes all certificates and keys out of use, into a folder beside, so that a new one stands alone.</summary>
    /// <param name="except">Name of the files that stay; null: none.</param>
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

    /// <summary>Complains of a private key that others than its owner can read.</summary>
    public static void ReportOpenKey(FileInfo file, Action<string> report)
    {
        if (SecretFile.IsOpenToOthers(file.FullName))
            report($"The private key {file.FullName} can be read by others; run 'chmod 600' on it.");
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

    /// <summary>Nearest first, as far as they are known, and never round in a circle.</summary>
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
