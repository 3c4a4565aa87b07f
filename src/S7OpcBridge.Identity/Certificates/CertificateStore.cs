using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity;

/// <summary>A file of a store.</summary>
/// <param name="Path">Path of the file.</param>
/// <param name="Changed">When it was last written.</param>
/// <param name="Chain">Its certificates: the end-entity certificate first, optionally followed by issuers.</param>
public sealed record StoredCertificate(string Path, DateTimeOffset Changed, IReadOnlyList<X509Certificate2> Chain)
{
    /// <summary>The end-entity certificate.</summary>
    public X509Certificate2 Leaf => Chain[0];

    /// <summary>How many digits of a thumbprint name a certificate at least.</summary>
    public const int MinDigits = 4;

    /// <summary>True if its thumbprint, SHA-1 or SHA-256, begins with these digits, which are at least four.</summary>
    public bool HasThumbprint(string digits) =>
        digits.Length >= MinDigits
        && (
            Leaf.Thumbprint.StartsWith(digits, StringComparison.OrdinalIgnoreCase)
            || CertificateText.Sha256Of(Leaf).StartsWith(digits, StringComparison.OrdinalIgnoreCase)
        );
}

/// <summary>A certificate store: a folder with <c>certs/</c> and <c>crl/</c>, to which users may add files.</summary>
/// <param name="folder">Path of the store.</param>
public sealed class CertificateStore(string folder)
{
    /// <summary>Name of the store: trusted, issuers, rejected or own.</summary>
    public string Name => Path.GetFileName(folder);

    /// <summary>The folder of its certificates.</summary>
    public string Certificates { get; } = Path.Combine(folder, "certs");

    /// <summary>The folder of its revocation lists.</summary>
    public string RevocationLists { get; } = Path.Combine(folder, "crl");

    /// <summary>Makes the missing folders.</summary>
    /// <exception cref="IOException">They cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not make them.</exception>
    public void Create()
    {
        Directory.CreateDirectory(Certificates);
        Directory.CreateDirectory(RevocationLists);
    }

    /// <summary>All certificates.</summary>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public IReadOnlyList<StoredCertificate> Read(Action<string> report)
    {
        var stored = new List<StoredCertificate>();
        foreach (var file in CertificateFiles.In(Certificates))
        {
            if (Try(file, CertificateFiles.ReadCertificates, "certificate", report) is { } chain)
                stored.Add(new StoredCertificate(file.FullName, file.LastWriteTimeUtc, chain));
        }
        return stored;
    }

    /// <summary>All revocation lists.</summary>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public IReadOnlyList<RevocationList> ReadRevocationLists(Action<string> report)
    {
        var lists = new List<RevocationList>();
        foreach (var file in CertificateFiles.In(RevocationLists))
        {
            if (Try(file, CertificateFiles.ReadRevocationList, "revocation list", report) is { } list)
                lists.Add(list);
        }
        return lists;
    }

    /// <summary>Writes a certificate, followed by its issuers, into a file of its own.</summary>
    public void Add(params IEnumerable<X509Certificate2> chain)
    {
        Create();
        CertificateFiles.Write(PathOf(chain.First()), chain);
    }

    /// <summary>The path to which <see cref="Add"/> writes a certificate.</summary>
    public string PathOf(X509Certificate2 certificate) => Path.Combine(Certificates, CertificateFiles.NameOf(certificate));

    /// <summary>A hash that changes whenever a file is added, removed or written.</summary>
    public int Stamp()
    {
        var stamp = default(HashCode);
        foreach (var file in (IEnumerable<FileInfo>)[.. CertificateFiles.In(Certificates), .. CertificateFiles.In(RevocationLists)])
        {
            stamp.Add(file.FullName);
            stamp.Add(FileStamp.Read(file));
        }
        return stamp.ToHashCode();
    }

    private static T? Try<T>(FileInfo file, Func<string, T> read, string noun, Action<string> report)
        where T : class
    {
        try
        {
            return read(file.FullName);
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException or FormatException)
        {
            report($"{file.FullName} is no {noun} that can be used: {e.Message.ReplaceLineEndings(" ")} Replace or remove it.");
            return null;
        }
    }
}
