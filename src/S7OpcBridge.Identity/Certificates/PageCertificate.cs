using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity;

/// <summary>
/// A self-signed certificate for the pages only, with every name and address under which browsers reach this machine, in one file with its key.
/// </summary>
public static class PageCertificate
{
    /// <summary>How long it is valid, in days; browsers refuse longer ones.</summary>
    public const int DefaultDays = 825;

    /// <summary>Makes it.</summary>
    /// <param name="stores">Beside these stores it is kept.</param>
    /// <param name="server">Tells the names.</param>
    /// <param name="path">The file, for the key <c>certificate</c> under <c>web</c>.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static X509Certificate2 Create(
        CertificateStores stores,
        ServerSettings server,
        TimeSpan validity,
        DateTimeOffset now,
        out string path
    )
    {
        var profile = CertificateProfile.From(server);
        string[] hosts = [.. profile.Hosts.Concat(NamesOfMachine()).Distinct(StringComparer.OrdinalIgnoreCase)];
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var made = (profile with { Hosts = hosts }).Request(key, selfSigned: true).CreateSelfSigned(now.AddDays(-1), now + validity);
        path = Path.GetFullPath(Path.Combine(stores.Folder, "web", "web.pem"));
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        AtomicFile.Write(path, $"{made.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n", AtomicFile.Secret);
        return made;
    }

    private static IEnumerable<string> NamesOfMachine() =>
        NetworkInterface
            .GetAllNetworkInterfaces()
            .Where(static each => each.OperationalStatus == OperationalStatus.Up)
            .SelectMany(static each => each.GetIPProperties().UnicastAddresses)
            .Where(static each => each.Address.AddressFamily == AddressFamily.InterNetwork)
            .Select(static each => each.Address.ToString())
            .Append(Environment.MachineName)
            .Append($"{Environment.MachineName}.local");
}
