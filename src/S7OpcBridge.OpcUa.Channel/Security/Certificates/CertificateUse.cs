using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security.Certificates;

/// <summary>
/// Checks what certificates may be used for, by their extensions (OPC 10000-6, 6.2.2 and 6.2.3). A missing extension forbids nothing (RFC 5280).
/// </summary>
internal static class CertificateUse
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1",
        ClientAuthentication = "1.3.6.1.5.5.7.3.2",
        Any = "2.5.29.37.0";

    /// <summary>True if a leaf may sign and, for an application with an RSA key, decrypt.</summary>
    public static bool AllowsLeaf(X509Certificate2 certificate, CertificatePurpose purpose)
    {
        var needed =
            purpose == CertificatePurpose.User || certificate.PublicKey.Oid.Value == CertificateKinds.EllipticKey
                ? X509KeyUsageFlags.DigitalSignature
                : X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.DataEncipherment;
        foreach (var extension in certificate.Extensions)
        {
            if (extension is X509KeyUsageExtension usage && (usage.KeyUsages & needed) != needed)
                return false;
            if (
                extension is X509EnhancedKeyUsageExtension enhanced
                && purpose == CertificatePurpose.Application
                && !IsForApplications(enhanced)
            )
                return false;
        }

        return true;
    }

    /// <summary>True if an issuer is a CA that may sign certificates.</summary>
    public static bool AllowsIssuer(X509Certificate2 certificate)
    {
        var isCa = false;
        foreach (var extension in certificate.Extensions)
        {
            if (extension is X509BasicConstraintsExtension constraints)
                isCa = constraints.CertificateAuthority;
            if (extension is X509KeyUsageExtension usage && (usage.KeyUsages & X509KeyUsageFlags.KeyCertSign) == 0)
                return false;
        }

        return isCa;
    }

    private static bool IsForApplications(X509EnhancedKeyUsageExtension enhanced)
    {
        foreach (var usage in enhanced.EnhancedKeyUsages)
        {
            if (usage.Value is ServerAuthentication or ClientAuthentication or Any)
                return true;
        }

        return false;
    }
}
