using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity;

/// <summary>
/// The security policies that a bridge offers, the preferred one first: those that the map names; otherwise its default, preceded by the policies of 1.05.07 on
/// each NIST curve of which the bridge has a certificate. Decided at the start.
/// </summary>
public static class OfferedPolicies
{
    private static readonly SecurityPolicy[] OnNistCurves =
    [
        SecurityPolicy.EccNistP384AesGcm,
        SecurityPolicy.EccNistP384ChaChaPoly,
        SecurityPolicy.EccNistP256AesGcm,
        SecurityPolicy.EccNistP256ChaChaPoly,
    ];

    /// <summary>The policies for these settings.</summary>
    public static IReadOnlyList<SecurityPolicy> For(ServerSettings settings)
    {
        var written = settings.Security.Select(name => SecurityPolicy.Find(name)!);
        if (settings.NamesSecurity || settings.Certificates is null)
            return [.. written];
        var kinds = OwnCertificates.EllipticIn(new CertificateStores(settings.Certificates)).Select(own => own.Kind).ToList();
        return [.. OnNistCurves.Where(policy => kinds.Contains(policy.CertificateKind) && policy.IsSupported), .. written];
    }
}
