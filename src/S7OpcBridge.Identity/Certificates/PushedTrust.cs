using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>
/// Presents the stores trusted and issuers as one trust list of the standard, and writes a new list back. Files whose content is still listed keep their names,
/// new entries get files of their own, and files no longer listed are removed last, so that no client is rejected in between.
/// </summary>
internal static class PushedTrust
{
    private static readonly Action<string> Silent = static _ => { };

    public static TrustListContent Read(CertificateStores stores)
    {
        var trusted = stores.Trusted.Read(Silent);
        var issuers = trusted.SelectMany(file => file.Chain.Skip(1)).Concat(stores.Issuers.Read(Silent).SelectMany(file => file.Chain));
        return new TrustListContent
        {
            TrustedCertificates = [.. trusted.Select(file => file.Leaf.RawData)],
            TrustedCrls = [.. stores.Trusted.ReadRevocationLists(Silent).Select(list => list.Raw.ToArray())],
            IssuerCertificates = [.. issuers.DistinctBy(c => c.Thumbprint).Select(c => c.RawData)],
            IssuerCrls = [.. stores.Issuers.ReadRevocationLists(Silent).Select(list => list.Raw.ToArray())],
        };
    }

    public static void Write(CertificateStores stores, TrustListContent list)
    {
        stores.Create();
        if (list.Parts.HasFlag(TrustListParts.TrustedCertificates))
            WriteTrusted(stores.Trusted, list.TrustedCertificates);
        if (list.Parts.HasFlag(TrustListParts.IssuerCertificates))
            WriteIssuers(stores, list.IssuerCertificates);
        if (list.Parts.HasFlag(TrustListParts.TrustedCrls))
            WriteRevocationLists(stores.Trusted, list.TrustedCrls);
        if (list.Parts.HasFlag(TrustListParts.IssuerCrls))
            WriteRevocationLists(stores.Issuers, list.IssuerCrls);
    }

    private static void WriteTrusted(CertificateStore store, IReadOnlyList<byte[]> wanted)
    {
        var missing = wanted.DistinctBy(Name).ToDictionary(Name);
        var superfluous = new List<StoredCertificate>();
        foreach (var file in store.Read(Silent))
        {
            if (!missing.Remove(Name(file.Leaf.RawData)))
                superfluous.Add(file);
        }
        foreach (var der in missing.Values)
            store.Add(X509CertificateLoader.LoadCertificate(der));
        Delete(superfluous);
    }

    private static void WriteIssuers(CertificateStores stores, IReadOnlyList<byte[]> wanted)
    {
        var missing = wanted.DistinctBy(Name).ToDictionary(Name);
        var all = missing.Keys.ToHashSet();

        // A file of a trusted certificate may also contain its issuers.
        foreach (var file in stores.Trusted.Read(Silent).Where(file => file.Chain.Count > 1))
        {
            var kept = file.Chain.Skip(1).Where(c => all.Contains(Name(c.RawData))).ToList();
            kept.ForEach(c => missing.Remove(Name(c.RawData)));
            if (kept.Count < file.Chain.Count - 1)
                CertificateFiles.Write(file.Path, [file.Leaf, .. kept]);
        }
        var superfluous = new List<StoredCertificate>();
        foreach (var file in stores.Issuers.Read(Silent))
        {
            if (!file.Chain.All(c => all.Contains(Name(c.RawData))))
                superfluous.Add(file);
            else
                file.Chain.ToList().ForEach(c => missing.Remove(Name(c.RawData)));
        }
        foreach (var der in missing.Values)
            stores.Issuers.Add(X509CertificateLoader.LoadCertificate(der));
        Delete(superfluous);
    }

    private static void WriteRevocationLists(CertificateStore store, IReadOnlyList<byte[]> wanted)
    {
        var missing = wanted.DistinctBy(Name).ToDictionary(Name);
        var superfluous = new List<string>();
        foreach (var file in CertificateFiles.In(store.RevocationLists))
        {
            if (Try(file.FullName) is { } list && !missing.Remove(Name(list.Raw.ToArray())))
                superfluous.Add(file.FullName);
        }
        foreach (var (name, der) in missing)
            CertificateFiles.WriteRevocationList(Path.Combine(store.RevocationLists, $"pushed [{name[..40]}].pem"), der);
        superfluous.ForEach(File.Delete);
    }

    // An unreadable file is kept; the log has reported it.
    private static RevocationList? Try(string path)
    {
        try
        {
            return CertificateFiles.ReadRevocationList(path);
        }
        catch (Exception e) when (e is CryptographicException or FormatException)
        {
            return null;
        }
    }

    private static void Delete(IEnumerable<StoredCertificate> files)
    {
        foreach (var file in files)
            File.Delete(file.Path);
    }

    private static string Name(byte[] der) => Convert.ToHexString(SHA256.HashData(der));
}
