using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity;

/// <summary>
/// The bridge's own certificates: <c>own/certs</c>, with keys in <c>own/private</c>. Certificates from a CA precede self-signed ones, newer precede older. Keys
/// are kept, so that clients see the same server after a restart or in a new container with the same volume.
/// </summary>
public sealed class OwnCertificates
{
    private readonly CertificateStores _stores;
    private readonly string _keys,
        _replaced;

    /// <param name="stores">The stores of the bridge.</param>
    /// <param name="kind">The kind of their keys.</param>
    public OwnCertificates(CertificateStores stores, CertificateKind kind = CertificateKind.Rsa)
    {
        (_stores, Kind) = (stores, kind);
        Store = kind == CertificateKind.Rsa ? stores.Own : new CertificateStore(FolderOf(stores, kind));
        var folder = kind == CertificateKind.Rsa ? Path.Combine(stores.Folder, "own") : FolderOf(stores, kind);
        (_keys, _replaced) = (Path.Combine(folder, "private"), Path.Combine(folder, "replaced"));
    }

    /// <summary>The kind of their keys.</summary>
    public CertificateKind Kind { get; }

    /// <summary>The store of the certificates.</summary>
    public CertificateStore Store { get; }

    /// <summary>The certificates on elliptic curves in the stores of a bridge.</summary>
    public static IEnumerable<OwnCertificates> EllipticIn(CertificateStores stores) =>
        CertificateKinds.OnCurves.Where(kind => Directory.Exists(FolderOf(stores, kind))).Select(kind => new OwnCertificates(stores, kind));

    /// <summary>All usable certificates, the preferred one first. Clients may still use the others.</summary>
    /// <param name="now">The current time.</param>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public IReadOnlyList<OwnCertificate> Read(DateTimeOffset now, Action<string> report)
    {
        var files = Store.Read(report);
        var issuers = _stores.Issuers.Read(static _ => { }).Concat(_stores.Trusted.Read(static _ => { }));
        var others = files.Concat(issuers).SelectMany(file => file.Chain).Where(IsAuthority).ToList();
        var keys = ReadKeys(report);
        var own = new List<OwnCertificate>();
        foreach (
            var leaf in files
                .SelectMany(file => file.Chain)
                .Where(c => !IsAuthority(c) && c.NotBefore <= now && c.NotAfter > now)
                .DistinctBy(c => c.Thumbprint)
        )
        {
            var name = $"The certificate '{CertificateText.SubjectOf(leaf)}' ({leaf.Thumbprint})";
            if (Kind != CertificateKind.Rsa && CertificateKinds.KindOf(leaf) != Kind)
                report($"{name} in {Store.Certificates} has no key of this curve; remove it.");
            else if (keys.FirstOrDefault(key => Fits(key, leaf)) is not { } key)
                report(
                    $"{name} in {Store.Certificates} has no key in {_keys}; put it there (PEM without a password), or remove the certificate."
                );
            else if (key is RSA { KeySize: < 2048 or > 4096 })
                report($"{name} has a key of {key.KeySize} bits; the security policies ask for 2048 to 4096. Replace it.");
            else
                own.Add(new OwnCertificate(WithKey(leaf, key), IssuersOf(leaf, others)));
        }
        return [.. own.OrderBy(c => CertificateNames.IsSelfSigned(c.Certificate)).ThenByDescending(c => c.Certificate.NotBefore)];
    }

    /// <summary>Makes a new key and a certificate signed with it.</summary>
    /// <param name="profile">Its content.</param>
    /// <param name="validity">Its validity from now on.</param>
    /// <param name="now">The current time.</param>
    /// <param name="bits">Bits of an RSA key.</param>
    public OwnCertificate Create(
        CertificateProfile profile,
        TimeSpan validity,
        DateTimeOffset now,
        int bits = CertificateProfile.DefaultBits
    )
    {
        using AsymmetricAlgorithm key = Kind == CertificateKind.Rsa ? RSA.Create(bits) : ECDsa.Create(CertificateKinds.CurveOf(Kind));
        var certificate = profile.Request(key, selfSigned: true).CreateSelfSigned(now.AddHours(-1), now + validity);
        WriteKey(certificate, key);
        Store.Add(certificate);
        return new OwnCertificate(certificate);
    }

    /// <summary>Replaces all certificates by one with its key.</summary>
    public void Replace(OwnCertificate certificate)
    {
        using var key = certificate.Certificate.GetRSAPrivateKey()!;
        WriteKey(certificate.Certificate, key);
        Store.Add([certificate.Certificate, .. certificate.Issuers]);
        Archive(except: CertificateFiles.NameOf(certificate.Certificate));
    }

    /// <summary>A certificate with the key that fits it; null: there is none.</summary>
    public X509Certificate2? FindKey(X509Certificate2 certificate) =>
        ReadKeys(static _ => { }).FirstOrDefault(key => Fits(key, certificate)) is { } key ? WithKey(certificate, key) : null;

    /// <summary>Moves all certificates and keys to an archive folder beside the store.</summary>
    /// <param name="except">Name of files that stay; null: none.</param>
    public void Archive(string? except = null)
    {
        _stores.Create();
        foreach (var folder in (string[])[Store.Certificates, _keys])
        {
            var aside = Path.Combine(_replaced, Path.GetFileName(folder));
            CreatePrivate(aside);
            foreach (var file in CertificateFiles.In(folder).Where(file => file.Name != except))
                file.MoveTo(Path.Combine(aside, file.Name), overwrite: true);
        }
    }

    /// <summary>True for a certificate that may sign others.</summary>
    public static bool IsAuthority(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509BasicConstraintsExtension>().Any(constraints => constraints.CertificateAuthority);

    /// <summary>The name of a curve in folders and options: <c>nistP256</c>.</summary>
    public static string NameOf(CertificateKind curve) =>
        curve switch
        {
            CertificateKind.NistP384 => "nistP384",
            CertificateKind.BrainpoolP256 => "brainpoolP256r1",
            CertificateKind.BrainpoolP384 => "brainpoolP384r1",
            _ => "nistP256",
        };

    private static string FolderOf(CertificateStores stores, CertificateKind curve) => Path.Combine(stores.Folder, "own", NameOf(curve));

    private static bool Fits(AsymmetricAlgorithm key, X509Certificate2 certificate)
    {
        using AsymmetricAlgorithm? its = key is RSA ? certificate.GetRSAPublicKey() : certificate.GetECDsaPublicKey();
        return its is not null && its.ExportSubjectPublicKeyInfo().AsSpan().SequenceEqual(key.ExportSubjectPublicKeyInfo());
    }

    private static X509Certificate2 WithKey(X509Certificate2 certificate, AsymmetricAlgorithm key) =>
        key is RSA rsa ? certificate.CopyWithPrivateKey(rsa) : certificate.CopyWithPrivateKey((ECDsa)key);

    private void WriteKey(X509Certificate2 certificate, AsymmetricAlgorithm key)
    {
        _stores.Create();
        Store.Create();
        CreatePrivate(_keys);
        CertificateFiles.WriteKey(Path.Combine(_keys, CertificateFiles.NameOf(certificate)), key);
    }

    private static void CreatePrivate(string folder)
    {
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder);
        else
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private List<AsymmetricAlgorithm> ReadKeys(Action<string> report)
    {
        var keys = new List<AsymmetricAlgorithm>();
        foreach (var file in CertificateFiles.In(_keys))
        {
            try
            {
                keys.Add(CertificateFiles.ReadKey(file.FullName, Kind));
                if (SecretFile.IsOpenToOthers(file.FullName))
                    report($"The private key {file.FullName} can be read by others; run 'chmod 600' on it.");
            }
            catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
            {
                report($"{file.FullName} is no key that can be used: {e.Message.ReplaceLineEndings(" ")} Replace or remove it.");
            }
        }
        return keys;
    }

    // Nearest first, as far as they are known, each at most once.
    private static List<X509Certificate2> IssuersOf(X509Certificate2 leaf, IReadOnlyList<X509Certificate2> known)
    {
        var issuers = new List<X509Certificate2>();
        for (var last = leaf; issuers.Count < 4 && !CertificateNames.IsSelfSigned(last); )
        {
            if (
                known.FirstOrDefault(c => c.SubjectName.RawData.AsSpan().SequenceEqual(last.IssuerName.RawData)) is not { } issuer
                || issuers.Contains(issuer)
            )
                break;
            issuers.Add(last = issuer);
        }
        return issuers;
    }
}
