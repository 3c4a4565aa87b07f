using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// The bridge's own certificates with elliptic-curve keys: <c>own/nistP256/certs</c>, with keys in <c>own/nistP256/private</c>. Certificates from a CA precede
/// self-signed ones, newer precede older.
/// </summary>
internal sealed class EllipticCertificates
{
    private readonly CertificateStores _stores;
    private readonly string _keys, _replaced;

    /// <param name="stores">The stores of the bridge.</param>
    /// <param name="kind">The curve.</param>
    public EllipticCertificates(CertificateStores stores, CertificateKind kind)
    {
        var folder = FolderOf(stores, kind);
        (_stores, Kind, Store) = (stores, kind, new CertificateStore(folder));
        (_keys, _replaced) = (Path.Combine(folder, "private"), Path.Combine(folder, "replaced"));
    }

    /// <summary>The curve.</summary>
    public CertificateKind Kind { get; }

    /// <summary>The store of the certificates.</summary>
    public CertificateStore Store { get; }

    /// <summary>All of them in the stores of a bridge.</summary>
    public static IEnumerable<EllipticCertificates> In(CertificateStores stores) =>
        SecurityPolicy.Elliptic.Select(policy => policy.CertificateKind).Where(kind => Directory.Exists(FolderOf(stores, kind))).Select(kind => new EllipticCertificates(stores, kind));

    /// <summary>All usable certificates, the preferred one first.</summary>
    /// <param name="now">The current time.</param>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public IReadOnlyList<OwnCertificate> Read(DateTimeOffset now, Action<string> report)
    {
        var files = Store.Read(report);
        var others = files.Concat(_stores.Issuers.Read(static _ => { })).Concat(_stores.Trusted.Read(static _ => { }))
            .SelectMany(file => file.Chain).Where(OwnCertificates.IsAuthority).ToList();
        var keys = ReadKeys(report);
        var own = new List<OwnCertificate>();
        foreach (var leaf in files.SelectMany(file => file.Chain).Where(c => !OwnCertificates.IsAuthority(c) && c.NotBefore <= now && c.NotAfter > now).DistinctBy(c => c.Thumbprint))
        {
            if (CertificateKinds.Of(leaf) != Kind)
                report($"The certificate '{leaf.Subject}' ({leaf.Thumbprint}) in {Store.Certificates} has no key of this curve; remove it.");
            else if (keys.FirstOrDefault(key => Fits(key, leaf)) is not { } key)
                report($"The certificate '{leaf.Subject}' ({leaf.Thumbprint}) in {Store.Certificates} has no key in {_keys}; put it there (PEM without a password), or remove the certificate.");
            else
                own.Add(new OwnCertificate(leaf.CopyWithPrivateKey(key), OwnCertificates.IssuersOf(leaf, others)));
        }
        return [.. own.OrderBy(c => CertificateNames.IsSelfSigned(c.Certificate)).ThenByDescending(c => c.Certificate.NotBefore)];
    }

    /// <summary>Makes a new key and a self-signed certificate.</summary>
    public OwnCertificate Create(CertificateProfile profile, TimeSpan validity, DateTimeOffset now)
    {
        using var key = ECDsa.Create(CertificateKinds.CurveOf(Kind));
        var certificate = profile.Request(key, HashOf(Kind), selfSigned: true).CreateSelfSigned(now.AddHours(-1), now + validity);
        CreateKeysFolder();
        CertificateFiles.WriteKey(Path.Combine(_keys, CertificateFiles.NameOf(certificate)), key);
        Store.Add(certificate);
        return new OwnCertificate(certificate);
    }

    /// <summary>Moves all certificates and keys to an archive folder beside the store.</summary>
    public void Archive()
    {
        foreach (var folder in (string[])[Store.Certificates, _keys])
        {
            var aside = Path.Combine(_replaced, Path.GetFileName(folder));
            CreatePrivate(aside);
            foreach (var file in CertificateFiles.In(folder))
                file.MoveTo(Path.Combine(aside, file.Name), overwrite: true);
        }
    }

    /// <summary>Hash algorithm for signatures with a curve.</summary>
    public static HashAlgorithmName HashOf(CertificateKind kind) => kind == CertificateKind.NistP384 ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256;

    /// <summary>Name of a curve for folders, options and users: <c>nistP256</c>.</summary>
    public static string NameOf(CertificateKind kind) => kind == CertificateKind.NistP384 ? "nistP384" : "nistP256";

    private static string FolderOf(CertificateStores stores, CertificateKind kind) => Path.Combine(stores.Folder, "own", NameOf(kind));

    private void CreateKeysFolder()
    {
        Store.Create();
        CreatePrivate(_keys);
    }

    private static void CreatePrivate(string folder)
    {
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder);
        else
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private List<ECDsa> ReadKeys(Action<string> report)
    {
        var keys = new List<ECDsa>();
        foreach (var file in CertificateFiles.In(_keys))
        {
            var key = ECDsa.Create();
            try
            {
                key.ImportFromPem(UserFile.ReadText(file.FullName, UserFile.MaxSmall));
                keys.Add(key);
                OwnCertificates.ReportOpenKey(file, report);
            }
            catch (Exception e) when (e is ArgumentException or CryptographicException or IOException or UnauthorizedAccessException)
            {
                key.Dispose();
                report($"{file.FullName} is no key that can be used: {e.Message.ReplaceLineEndings(" ")} Replace or remove it.");
            }
        }
        return keys;
    }

    private static bool Fits(ECDsa key, X509Certificate2 certificate)
    {
        using var its = certificate.GetECDsaPublicKey();
        return its is not null && its.ExportSubjectPublicKeyInfo().AsSpan().SequenceEqual(key.ExportSubjectPublicKeyInfo());
    }
}
