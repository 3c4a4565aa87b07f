using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Identity;

/// <summary>
/// Stores the certificates of PLCs with <c>protocol: s7plus</c>: the trusted one of each PLC, and the last rejected one, so that <c>certs trust --plc</c> can
/// trust it.
/// </summary>
public sealed class PlcCertificates
{
    private const string Extension = ".pem";

    /// <param name="stores">The stores of the bridge.</param>
    public PlcCertificates(CertificateStores stores)
    {
        Trusted = new CertificateStore(Path.Combine(stores.Folder, "plcs", "trusted"));
        Rejected = new CertificateStore(Path.Combine(stores.Folder, "plcs", "rejected"));
    }

    /// <summary>The trusted certificates, one file per PLC.</summary>
    public CertificateStore Trusted { get; }

    /// <summary>The last rejected certificate of each PLC.</summary>
    public CertificateStore Rejected { get; }

    /// <summary>The stored certificate of a PLC; null: none.</summary>
    /// <param name="store"><see cref="Trusted"/> or <see cref="Rejected"/>.</param>
    /// <param name="plc">Name of the PLC.</param>
    public static X509Certificate2? Find(CertificateStore store, string plc)
    {
        var path = PathOf(store, plc);
        return File.Exists(path) ? CertificateFiles.ReadCertificates(path)[0] : null;
    }

    /// <summary>Name of the PLC to which a file of a store belongs.</summary>
    public static string PlcOf(StoredCertificate file) => Uri.UnescapeDataString(Path.GetFileNameWithoutExtension(file.Path));

    /// <summary>Stores a certificate as the trusted one of a PLC.</summary>
    public void Trust(string plc, X509Certificate2 certificate)
    {
        Rejected.Create();
        Keep(Trusted, plc, certificate);
        File.Delete(PathOf(Rejected, plc));
    }

    /// <summary>Deletes the trusted certificate of a PLC; the next one that it shows is trusted. False: there was none.</summary>
    public bool Forget(string plc)
    {
        Trusted.Create();
        var path = PathOf(Trusted, plc);
        var wasKept = File.Exists(path);
        File.Delete(path);
        return wasKept;
    }

    /// <summary>Stores a certificate as the last rejected one of a PLC.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write it.</exception>
    public void Reject(string plc, X509Certificate2 certificate) => Keep(Rejected, plc, certificate);

    private static void Keep(CertificateStore store, string plc, X509Certificate2 certificate)
    {
        store.Create();
        CertificateFiles.Write(PathOf(store, plc), certificate);
    }

    // A PLC's name may contain characters that a file name may not.
    private static string PathOf(CertificateStore store, string plc) =>
        Path.Combine(store.Certificates, Uri.EscapeDataString(plc) + Extension);
}
