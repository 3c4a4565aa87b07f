using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>A file of a store.</summary>
/// <param name="Path">Where.</param>
/// <param name="Changed">When it was written.</param>
/// <param name="Chain">What is in it, the certificate that counts first, then perhaps its issuers.</param>
internal sealed record StoredCertificate(string Path, DateTimeOffset Changed, IReadOnlyList<X509Certificate2> Chain)
{
    public X509Certificate2 Leaf => Chain[0];
}

/// <summary>One store: a folder with <c>certs/</c> and <c>crl/</c>, into which people may put files by hand.</summary>
internal sealed class CertificateStore(string folder)
{
    /// <summary>trusted, issuers, rejected or own.</summary>
    public string Name => Path.GetFileName(folder);

    public string Certificates { get; } = Path.Combine(folder, "certs");

    public string RevocationLists { get; } = Path.Combine(folder, "crl");

    public void Create()
    {
        Directory.CreateDirectory(Certificates);
        Directory.CreateDirectory(RevocationLists);
    }

    /// <summary>All certificates.</summary>
    /// <param name="report">Takes a sentence about each file that is of no use.</param>
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
    /// <param name="report">Takes a sentence about each file that is of no use.</param>
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

    /// <summary>Writes a certificate, with issuers behind it, into a file of its own.</summary>
    public void Add(params IEnumerable<X509Certificate2> chain)
    {
        Create();
        CertificateFiles.Write(PathOf(chain.First()), chain);
    }

    /// <summary>Where a certificate lies that <see cref="Add"/> wrote.</summary>
    public string PathOf(X509Certificate2 certificate) => Path.Combine(Certificates, CertificateFiles.NameOf(certificate));

    /// <summary>Changes whenever a file comes, goes or is written.</summary>
    public int Stamp()
    {
        var stamp = default(HashCode);
        foreach (var file in (IEnumerable<FileInfo>)[.. CertificateFiles.In(Certificates), .. CertificateFiles.In(RevocationLists)])
        {
            stamp.Add(file.FullName);
            stamp.Add(file.Length);
            // Kubernetes gives a new version of a Secret by moving a link on the way; the link in this folder stays as it is.
            stamp.Add((file.ResolveLinkTarget(returnFinalTarget: true) ?? file).LastWriteTimeUtc);
        }
        return stamp.ToHashCode();
    }

    private static T? Try<T>(FileInfo file, Func<string, T> read, string noun, Action<string> report) where T : class
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
