using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity;

/// <summary>
/// The stores of a bridge in one folder: own, trusted, issuers, rejected; and below it the stores for users' certificates, which have no own store.
/// </summary>
public sealed class CertificateStores
{
    /// <summary>Limit of files in rejected/, because unknown clients fill it.</summary>
    private const int MaxRejected = 20;

    private const string OfUsers = "users";
    private readonly bool _hasOwn;

    /// <param name="folder">Path of the folder that holds them.</param>
    public CertificateStores(string folder)
        : this(folder, hasOwn: true) { }

    private CertificateStores(string folder, bool hasOwn)
    {
        _hasOwn = hasOwn;
        Folder = Path.GetFullPath(folder);
        Own = new CertificateStore(Path.Combine(Folder, "own"));
        Trusted = new CertificateStore(Path.Combine(Folder, "trusted"));
        Issuers = new CertificateStore(Path.Combine(Folder, "issuers"));
        Rejected = new CertificateStore(Path.Combine(Folder, "rejected"));
        Keys = Path.Combine(Folder, "own", "private");
    }

    /// <summary>Absolute path of the folder that holds them.</summary>
    public string Folder { get; }

    /// <summary>The bridge's own certificates.</summary>
    public CertificateStore Own { get; }

    /// <summary>Trusted clients and CAs. In a file with several certificates only the first is trusted; the others complete its chain.</summary>
    public CertificateStore Trusted { get; }

    /// <summary>CAs that complete chains.</summary>
    public CertificateStore Issuers { get; }

    /// <summary>Certificates of rejected clients.</summary>
    public CertificateStore Rejected { get; }

    /// <summary>Private keys of <see cref="Own"/>, readable by their owner only.</summary>
    public string Keys { get; }

    /// <summary>All stores that this folder has.</summary>
    public IEnumerable<CertificateStore> All => _hasOwn ? [Own, Trusted, Issuers, Rejected] : [Trusted, Issuers, Rejected];

    /// <summary>The stores of users' certificates.</summary>
    public CertificateStores Users => new(Path.Combine(Folder, OfUsers), hasOwn: false);

    /// <summary>The certificates of PLCs.</summary>
    public PlcCertificates Plcs => new(this);

    /// <summary>Makes the missing folders.</summary>
    /// <exception cref="IOException">They cannot be made, or a file has the name of one.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not make them.</exception>
    public void Create()
    {
        if (FileStatus.Read(Folder) is { Kind: not FileStatus.Folder } other)
            throw new UnusableFileException($"is {other.Words ?? "a file"}, not a folder");
        foreach (var store in All)
            store.Create();
        if (!_hasOwn)
            return;
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(Keys);
        else
            Directory.CreateDirectory(Keys, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    /// <summary>Reads who is trusted.</summary>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public TrustLists ReadTrust(Action<string> report)
    {
        var trusted = Trusted.Read(report);
        var issuers = Issuers.Read(report);
        return new TrustLists(
            [.. trusted.Select(file => file.Leaf)],
            [.. trusted.SelectMany(file => file.Chain.Skip(1)), .. issuers.SelectMany(file => file.Chain)],
            [.. Trusted.ReadRevocationLists(report), .. Issuers.ReadRevocationLists(report)]
        );
    }

    /// <summary>A hash that changes whenever <see cref="ReadTrust"/> may return another result.</summary>
    public int TrustStamp() => HashCode.Combine(Trusted.Stamp(), Issuers.Stamp());

    /// <summary>A hash that changes whenever a file is added to the trusted ones or removed, without a look at the files.</summary>
    /// <param name="changed">When that was the last time.</param>
    public int TrustFolders(out DateTimeOffset changed)
    {
        var (hash, newest) = (default(HashCode), DateTimeOffset.MinValue);
        foreach (var path in (string[])[Trusted.Certificates, Trusted.RevocationLists, Issuers.Certificates, Issuers.RevocationLists])
        {
            FileSystemInfo folder = new DirectoryInfo(path);
            folder = folder.Exists ? folder.ResolveLinkTarget(returnFinalTarget: true) ?? folder : folder;
            DateTimeOffset written = folder.LastWriteTimeUtc;
            hash.Add(folder.FullName);
            hash.Add(written);
            newest = written > newest ? written : newest;
        }

        changed = newest;
        return hash.ToHashCode();
    }

    /// <summary>Stores the certificate of a rejected client, so that it can be trusted later; the oldest ones are deleted.</summary>
    public void Reject(IReadOnlyList<X509Certificate2> chain, DateTimeOffset now)
    {
        var path = Rejected.PathOf(chain[0]);
        if (!File.Exists(path))
        {
            var there = CertificateFiles.In(Rejected.Certificates);
            foreach (var oldest in there.OrderBy(file => file.LastWriteTimeUtc).Take(there.Count - MaxRejected + 1))
                oldest.Delete();
            Rejected.Add(chain);
        }
        File.SetLastWriteTimeUtc(path, now.UtcDateTime); // the newest is 'last'
    }

    /// <summary>Trusts a certificate; the rest of the chain helps to validate it.</summary>
    public void Trust(IReadOnlyList<X509Certificate2> chain)
    {
        Create();
        Trusted.Add(chain);
        File.Delete(Rejected.PathOf(chain[0]));
    }

    /// <summary>Trusts a certificate that is not trusted yet.</summary>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    /// <returns>False: it is trusted already.</returns>
    public bool TryTrust(IReadOnlyList<X509Certificate2> chain, Action<string> report)
    {
        if (ReadTrust(report).Trusts(chain[0]))
            return false;
        Trust(chain);
        return true;
    }

    /// <summary>Ends the trust in a certificate, and keeps it among the rejected ones.</summary>
    public void Untrust(StoredCertificate trusted)
    {
        Rejected.Add(trusted.Chain);
        File.Delete(trusted.Path);
    }

    /// <summary>The rejected and trusted certificates whose thumbprint begins with these digits: those that can be trusted.</summary>
    /// <param name="report">Receives a sentence about each unusable file of the rejected ones.</param>
    public IReadOnlyList<StoredCertificate> FindToTrust(string digits, Action<string> report) =>
        [
            .. Rejected
                .Read(report)
                .Concat(Trusted.Read(static _ => { }))
                .Where(file => file.HasThumbprint(digits))
                .DistinctBy(static file => file.Leaf.Thumbprint),
        ];

    /// <summary>The trusted certificates whose thumbprint begins with these digits.</summary>
    /// <param name="report">Receives a sentence about each unusable file.</param>
    public IReadOnlyList<StoredCertificate> FindTrusted(string digits, Action<string> report) =>
        [.. Trusted.Read(report).Where(file => file.HasThumbprint(digits))];
}
