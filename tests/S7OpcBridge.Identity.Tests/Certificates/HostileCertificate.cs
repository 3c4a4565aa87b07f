using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Identity.Tests;

/// <summary>A certificate whose subject and URI clear the screen, turn the writing round and begin a line of their own.</summary>
internal static class HostileCertificate
{
    /// <summary>The line that it would like to have written.</summary>
    public const string Forged = "Trusted: everybody";

    private const string Text = $"evil\u001b[2J\r\n{Forged}\u202e\u0007";
    private static readonly Asn1Tag Uri = new(TagClass.ContextSpecific, 6);

    public static X509Certificate2 Create()
    {
        using var key = RSA.Create(2048);
        var name = new X500DistinguishedNameBuilder();
        name.AddCommonName(Text);
        var request = new CertificateRequest(name.Build(), key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new AsnWriter(AsnEncodingRules.DER);
        using (names.PushSequence())
            names.WriteCharacterString(UniversalTagNumber.IA5String, Text.Replace("\u202e", ""), Uri);
        request.CertificateExtensions.Add(new X509Extension("2.5.29.17", names.Encode(), critical: false));
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(100));
    }
}
