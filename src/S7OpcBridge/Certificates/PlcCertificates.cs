using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Certificates;

/// <summary>
/// Stores the certificates of PLCs with <c>protocol: s7plus</c>: the trusted one of each PLC, and the last rejected one, so that <c>certs trust --plc</c> can
/// trust it.
/// </summary>
internal sealed class PlcCertificates
{
    private const string Extension = ".pem";

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

    /// <summary>The check for <c>trust-first-use</c>; it reads the stores at each connect.</summary>
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

    // A PLC's name may contain characters that a file name may not.
    private static string PathOf(CertificateStore store, string plc) => Path.Combine(store.Certificates, Uri.EscapeDataString(plc) + Extension);
}
