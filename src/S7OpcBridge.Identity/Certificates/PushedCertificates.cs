using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Management;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>
/// Push management of certificates (OPC 10000-12) on top of the stores. Pushed certificates are ordinary files, so the store watch applies them, and
/// administrators may use <c>certs</c> and OPC UA side by side.
/// </summary>
internal sealed class PushedCertificates(
    CertificateStores stores,
    OwnCertificates own,
    CertificateProfile profile,
    Func<X509Certificate2> shown
)
{
    /// <summary>The key of CreateSigningRequest until its certificate arrives; it survives a restart.</summary>
    private const string RequestedKey = "requested.pem";

    /// <summary>The callbacks that the OPC UA server needs.</summary>
    public CertificateManagement Management() =>
        new()
        {
            ReadTrust = () => Kept(() => PushedTrust.Read(stores)),
            TrustChanged = TrustChanged,
            WriteTrust = list => Kept(() => PushedTrust.Write(stores, list)),
            ReadRejected = () => Kept(ReadRejected),
            CreateSigningRequest = (subject, newKey) => Kept(() => CreateSigningRequest(subject, newKey)),
            FindKey = certificate => Kept(() => own.FindKey(certificate)),
            Install = certificate => Kept(() => own.Replace(certificate)),
        };

    private DateTimeOffset TrustChanged() =>
        new(
            new[] { stores.Trusted, stores.Issuers }
                .SelectMany(store => (string[])[store.Certificates, store.RevocationLists])
                .Where(Directory.Exists)
                .SelectMany(folder =>
                    CertificateFiles.In(folder).Select(file => file.LastWriteTimeUtc).Append(Directory.GetLastWriteTimeUtc(folder))
                )
                .DefaultIfEmpty(DateTime.UnixEpoch)
                .Max()
        );

    private IReadOnlyList<X509Certificate2> ReadRejected() =>
        [.. stores.Rejected.Read(static _ => { }).OrderByDescending(file => file.Changed).Select(file => file.Leaf)];

    private byte[] CreateSigningRequest(X500DistinguishedName? subject, bool newKey)
    {
        using var key = newKey ? RSA.Create(CertificateProfile.DefaultBits) : shown().GetRSAPrivateKey()!;
        if (newKey)
        {
            stores.Create();
            CertificateFiles.WriteKey(Path.Combine(stores.Keys, RequestedKey), key);
        }
        return profile.Request(key, selfSigned: false, subject ?? shown().SubjectName).CreateSigningRequest();
    }

    private static void Kept(Action work) =>
        Kept(() =>
        {
            work();
            return true;
        });

    private static T Kept<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new UaException(StatusCodes.BadResourceUnavailable, $"the certificate stores cannot be read or written: {e.Message}");
        }
    }
}
