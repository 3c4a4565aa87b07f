using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity;

/// <summary>Reads certificates, revocation lists and keys as DER or PEM and writes them as PEM. Files are written atomically.</summary>
public static class CertificateFiles
{
    private const int MaxBytes = 64 * 1024 * 1024;
    private const string RevocationListLabel = "X509 CRL";

    /// <summary>Reads the certificates of a file: one in DER, or any number in PEM, the end-entity certificate first.</summary>
    /// <exception cref="CryptographicException">The file contains no certificate.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IReadOnlyList<X509Certificate2> ReadCertificates(string path) => ParseCertificates(ReadBytes(path));

    /// <summary>Reads the certificates of such a file's content.</summary>
    /// <exception cref="CryptographicException">It contains no certificate.</exception>
    public static IReadOnlyList<X509Certificate2> ParseCertificates(byte[] bytes)
    {
        if (!IsPem(bytes))
            return [WellFormedCertificate.Load(bytes)];
        var certificates = new X509Certificate2Collection();
        certificates.ImportFromPem(Encoding.UTF8.GetString(bytes));
        certificates.ToList().ForEach(WellFormedCertificate.Check);
        return certificates.Count > 0 ? [.. certificates] : throw new CryptographicException("It contains no certificate.");
    }

    /// <inheritdoc cref="RevocationList.Read"/>
    public static RevocationList ReadRevocationList(string path)
    {
        var bytes = ReadBytes(path);
        if (!IsPem(bytes))
            return RevocationList.Read(bytes);
        var text = Encoding.UTF8.GetString(bytes);
        if (!PemEncoding.TryFind(text, out var fields) || text[fields.Label] != RevocationListLabel)
            throw new CryptographicException("It contains no revocation list.");
        return RevocationList.Read(Convert.FromBase64String(text[fields.Base64Data]));
    }

    /// <summary>Reads a private key without a password: PEM, PKCS #8, PKCS #1 or SEC 1.</summary>
    /// <param name="path">The file.</param>
    /// <param name="kind">The required kind of key.</param>
    /// <exception cref="CryptographicException">The file contains no such key.</exception>
    public static AsymmetricAlgorithm ReadKey(string path, CertificateKind kind)
    {
        AsymmetricAlgorithm key = kind == CertificateKind.Rsa ? RSA.Create() : ECDsa.Create();
        try
        {
            key.ImportFromPem(Encoding.UTF8.GetString(ReadBytes(path)));
            return key;
        }
        catch (ArgumentException e)
        {
            key.Dispose();
            throw new CryptographicException(
                $"It contains no {(kind == CertificateKind.Rsa ? "RSA key" : "key of an elliptic curve")} without a password.",
                e
            );
        }
    }

    /// <summary>A readable file name: <c>MES client [1A2B…].pem</c>.</summary>
    public static string NameOf(X509Certificate2 certificate)
    {
        var name = new StringBuilder();
        foreach (var letter in certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false))
        {
            if (name.Length < 40)
                name.Append(char.IsAsciiLetterOrDigit(letter) || letter is ' ' or '-' or '_' ? letter : '_');
        }
        return $"{name.ToString().Trim()} [{certificate.Thumbprint}].pem".TrimStart();
    }

    /// <summary>Writes certificates into one PEM file, the end-entity certificate first.</summary>
    public static void Write(string path, params IEnumerable<X509Certificate2> certificates) =>
        AtomicFile.Write(path, string.Concat(certificates.Select(c => c.ExportCertificatePem() + "\n")), AtomicFile.Open);

    /// <summary>Writes a revocation list as PEM.</summary>
    public static void WriteRevocationList(string path, byte[] der) =>
        AtomicFile.Write(path, PemEncoding.WriteString(RevocationListLabel, der) + "\n", AtomicFile.Open);

    /// <summary>Writes a private key that only its owner may read.</summary>
    public static void WriteKey(string path, AsymmetricAlgorithm key) =>
        AtomicFile.Write(path, key.ExportPkcs8PrivateKeyPem() + "\n", AtomicFile.Secret);

    /// <summary>Files of a folder by name, without unfinished ones; empty where the folder does not exist.</summary>
    public static IReadOnlyList<FileInfo> In(string folder) =>
        new DirectoryInfo(folder) is not { Exists: true } there
            ? []
            : [.. there.EnumerateFiles().Where(file => !file.Name.StartsWith('.')).OrderBy(file => file.Name, StringComparer.Ordinal)];

    private static byte[] ReadBytes(string path) => UserFile.Read(path, MaxBytes);

    private static bool IsPem(ReadOnlySpan<byte> bytes) => bytes.IndexOf("-----BEGIN "u8) >= 0;
}
