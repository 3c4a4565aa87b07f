using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>The certificates of CPUs that were trusted when they were first seen: <c>plcs/</c> beside the stores for OPC UA, a file per PLC with its name.</summary>
internal sealed class PlcCertificates(string stores)
{
    private const string Unreadable = "unreadable";

    private readonly string _folder = Path.Combine(stores, "plcs");

    /// <summary>How Core finds and keeps them.</summary>
    public PlcTrustStore Store => new(
        (plc, _) => ValueTask.FromResult(Find(plc)),
        (plc, certificate, _) =>
        {
            Keep(plc, certificate.Span);
            return ValueTask.CompletedTask;
        });

    /// <summary>All that are kept, with the names of their PLCs.</summary>
    /// <param name="complain">Takes a sentence about each file that is of no use.</param>
    public IReadOnlyList<(string Plc, StoredCertificate File)> Read(Action<string> complain)
    {
        var all = new List<(string, StoredCertificate)>();
        foreach (var file in CertificateFiles.In(_folder))
        {
            try
            {
                all.Add((Uri.UnescapeDataString(Path.GetFileNameWithoutExtension(file.Name)), new StoredCertificate(file.FullName, file.LastWriteTimeUtc, CertificateFiles.ReadCertificates(file.FullName))));
            }
            catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
            {
                complain($"s7opcbridge: {file.FullName} is no certificate of a PLC and is left out: {e.Message.ReplaceLineEndings(" ")}");
            }
        }
        return all;
    }

    // A file that cannot be read is no reason to trust whoever comes next.
    private string? Find(string plc)
    {
        try
        {
            return File.Exists(PathOf(plc)) ? Convert.ToHexString(SHA256.HashData(CertificateFiles.ReadCertificates(PathOf(plc))[0].RawData)) : null;
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
        {
            return Unreadable;
        }
    }

    private void Keep(string plc, ReadOnlySpan<byte> certificate)
    {
        Directory.CreateDirectory(_folder);
        using var known = X509CertificateLoader.LoadCertificate(certificate);
        CertificateFiles.Write(PathOf(plc), [known]);
    }

    private string PathOf(string plc) => Path.Combine(_folder, Uri.EscapeDataString(plc) + ".pem");
}
