using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge;

/// <summary>
/// The certificates of PLCs with <c>protocol: s7plus</c>: one that was trusted on first use is kept, one that was turned away too, so that it can be trusted by
/// the PLC's name.
/// </summary>
internal sealed class PlcCertificates
{
    private const string Extension = ".pem";

    public PlcCertificates(CertificateStores stores)
    {
        Trusted = new CertificateStore(Path.Combine(stores.Folder, "plcs", "trusted"));
        Rejected = new CertificateStore(Path.Combine(stores.Folder, "plcs", "rejected"));
    }

    /// <summary>Those that are kept: a file for each PLC.</summary>
    public CertificateStore Trusted { get; }

    /// <summary>The last one of each PLC that was turned away.</summary>
    public CertificateStore Rejected { get; }

    /// <summary>The certificate that is kept for a PLC; null: none.</summary>
    /// <param name="store">One of the two.</param>
    /// <param name="plc">Name of the PLC.</param>
    public static X509Certificate2? Find(CertificateStore store, string plc)
    {
        var path = PathOf(store, plc);
        return File.Exists(path) ? CertificateFiles.ReadCertificates(path)[0] : null;
    }

    /// <summary>The PLC that a file of a store is of.</summary>
    public static string PlcOf(StoredCertificate file) => Uri.UnescapeDataString(Path.GetFileNameWithoutExtension(file.Path));

    /// <summary>Keeps a certificate as the one of a PLC.</summary>
    public void Trust(string plc, X509Certificate2 certificate)
    {
        Rejected.Create();
        Keep(Trusted, plc, certificate);
        File.Delete(PathOf(Rejected, plc));
    }

    /// <summary>Forgets the certificate of a PLC: the next that it shows is trusted. False: none was kept.</summary>
    public bool Forget(string plc)
    {
        Trusted.Create();
        var path = PathOf(Trusted, plc);
        var wasKept = File.Exists(path);
        File.Delete(path);
        return wasKept;
    }

    /// <summary>The check for <c>trust-first-use</c>. A bridge asks it at each connect, so what changes in the stores counts then.</summary>
    public S7PlusCertificateCheck FirstUse(string plc)
    {
        var check = S7PlusCertificateChecks.FirstUse(
            _ => ValueTask.FromResult(Find(Trusted, plc) is { } kept ? Convert.ToHexString(SHA256.HashData(kept.RawData)) : null),
            (shown, _) =>
            {
                Trust(plc, X509CertificateLoader.LoadCertificate(shown.Chain[0].Span));
                return ValueTask.CompletedTask;
            });
        return async (shown, cancellationToken) =>
        {
            try
            {
                var answer = await check(shown, cancellationToken);
                if (answer.IsTrusted)
                    return answer;
                Keep(Rejected, plc, X509CertificateLoader.LoadCertificate(shown.Chain[0].Span));
                return S7PlusTrust.No($"{answer.Reason} To trust the new one: '{ProgramInvocation.Command($"certs trust --plc \"{plc}\"")}'.");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
            {
                return S7PlusTrust.No($"The certificates that are kept in {Trusted.Certificates} cannot be used: {e.Message.ReplaceLineEndings(" ")} Let the "
                    + "bridge write there, or write a thumbprint as 'certificate' into the map.");
            }
        };
    }

    private static void Keep(CertificateStore store, string plc, X509Certificate2 certificate)
    {
        store.Create();
        CertificateFiles.Write(PathOf(store, plc), certificate);
    }

    // Names of PLCs hold any letters; a file's do not.
    private static string PathOf(CertificateStore store, string plc) => Path.Combine(store.Certificates, Uri.EscapeDataString(plc) + Extension);
}
