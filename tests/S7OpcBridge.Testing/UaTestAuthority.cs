using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Testing;

/// <summary>A CA for tests: issues certificates and revocation lists, right and wrong ones. Keys are made once for each name and written nowhere.</summary>
public sealed class UaTestAuthority
{
    private static readonly ConcurrentDictionary<string, RSA> Keys = new();
    private static readonly OidCollection Purposes = [new("1.3.6.1.5.5.7.3.2")];

    private UaTestAuthority(string name, X509Certificate2 certificate) => (Name, Certificate) = (name, certificate);

    /// <summary>Common name, and name of the key.</summary>
    public string Name { get; }

    /// <summary>The CA's own certificate.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>What application certificates may be used for.</summary>
    public static X509KeyUsageFlags ApplicationUsage { get; } =
        X509KeyUsageFlags.DigitalSignature
        | X509KeyUsageFlags.NonRepudiation
        | X509KeyUsageFlags.KeyEncipherment
        | X509KeyUsageFlags.DataEncipherment;

    /// <summary>A root, valid from ten years before to ten years after.</summary>
    public static UaTestAuthority Root(string name, DateTimeOffset now, string? key = null) =>
        new(name, Sign(new Wish(name) { Key = key ?? name, IsAuthority = true }, now, name, key ?? name));

    /// <summary>A CA below this one.</summary>
    public UaTestAuthority Below(string name, DateTimeOffset now, Func<Wish, Wish>? change = null)
    {
        var wish = new Wish(name) { IsAuthority = true };
        return new UaTestAuthority(name, Issue(change?.Invoke(wish) ?? wish, now));
    }

    /// <summary>An application's certificate.</summary>
    public X509Certificate2 Issue(string name, DateTimeOffset now, Func<Wish, Wish>? change = null)
    {
        var wish = new Wish(name);
        return Issue(change?.Invoke(wish) ?? wish, now);
    }

    /// <summary>A certificate that signed itself.</summary>
    public static X509Certificate2 SelfSigned(string name, DateTimeOffset now, Func<Wish, Wish>? change = null)
    {
        var wish = change?.Invoke(new Wish(name)) ?? new Wish(name);
        return Sign(wish, now, wish.Name, wish.Key);
    }

    /// <summary>A certificate that this name signed with that key, CA or not.</summary>
    public static X509Certificate2 Sign(Wish wish, DateTimeOffset now, string issuer, string issuerKey)
    {
        var key = KeyOf(wish.Key, wish.Bits);
        var hash = wish.Sha1 ? HashAlgorithmName.SHA1 : HashAlgorithmName.SHA256;
        var request = new CertificateRequest($"CN={wish.Name}", key, hash, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(wish.IsAuthority, wish.PathLength is not null, wish.PathLength ?? 0, true)
        );
        request.CertificateExtensions.Add(
            new X509KeyUsageExtension(wish.IsAuthority ? X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign : wish.Usage, true)
        );
        if (!wish.IsAuthority)
        {
            var names = new SubjectAlternativeNameBuilder();
            names.AddUri(new Uri($"urn:test:{wish.Name}"));
            names.AddDnsName("localhost");
            request.CertificateExtensions.Add(names.Build());
            request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(Purposes, false));
        }

        X509SignatureGenerator generator = wish.Sha1
            ? new Sha1Generator(KeyOf(issuerKey))
            : X509SignatureGenerator.CreateForRSA(KeyOf(issuerKey), RSASignaturePadding.Pkcs1);
        using var certificate = request.Create(
            new X500DistinguishedName($"CN={issuer}"),
            generator,
            wish.From ?? now.AddYears(-10),
            wish.Until ?? now.AddYears(10),
            RandomNumberGenerator.GetBytes(8) is var serial && (serial[0] = (byte)(serial[0] & 0x3F | 0x40)) > 0 ? serial : []
        );
        return certificate.CopyWithPrivateKey(key);
    }

    /// <summary>A revocation list in DER.</summary>
    public byte[] RevocationList(DateTimeOffset now, params X509Certificate2[] revoked) =>
        RevocationList(now, now.AddDays(30), Name, revoked);

    /// <summary>A revocation list that this name signed with that key.</summary>
    public byte[] RevocationList(DateTimeOffset now, DateTimeOffset nextUpdate, string key, params X509Certificate2[] revoked)
    {
        var builder = new CertificateRevocationListBuilder();
        foreach (var certificate in revoked)
            builder.AddEntry(certificate, now.AddDays(-1), X509RevocationReason.KeyCompromise);
        var generator = X509SignatureGenerator.CreateForRSA(KeyOf(key), RSASignaturePadding.Pkcs1);
        var identifier = X509AuthorityKeyIdentifierExtension.CreateFromIssuerNameAndSerialNumber(
            Certificate.IssuerName,
            Certificate.SerialNumberBytes.Span
        );
        return builder.Build(Certificate.SubjectName, generator, 1, nextUpdate, HashAlgorithmName.SHA256, identifier, now.AddDays(-2));
    }

    private X509Certificate2 Issue(Wish wish, DateTimeOffset now) => Sign(wish, now, Name, Name);

    private static RSA KeyOf(string name, int bits = 2048) => Keys.GetOrAdd($"{name}/{bits}", _ => RSA.Create(bits));

    /// <summary>What a certificate is to be like.</summary>
    /// <param name="Name">Common name; the application's URI is <c>urn:test:NAME</c>.</param>
    public sealed record Wish(string Name)
    {
        /// <summary>Certificates with the same word here have the same key.</summary>
        public string Key { get; init; } = Name;

        /// <summary>Length of the key.</summary>
        public int Bits { get; init; } = 2048;

        /// <summary>A CA.</summary>
        public bool IsAuthority { get; init; }

        /// <summary>CAs that may stand below it.</summary>
        public int? PathLength { get; init; }

        /// <summary>Signed with SHA-1.</summary>
        public bool Sha1 { get; init; }

        /// <summary>Of an application.</summary>
        public X509KeyUsageFlags Usage { get; init; } = ApplicationUsage;

        /// <summary>Begin of validity.</summary>
        public DateTimeOffset? From { get; init; }

        /// <summary>End of validity.</summary>
        public DateTimeOffset? Until { get; init; }
    }

    // The BCL no longer signs with SHA-1; old devices did.
    private sealed class Sha1Generator(RSA key) : X509SignatureGenerator
    {
        public override byte[] GetSignatureAlgorithmIdentifier(HashAlgorithmName hashAlgorithm) =>
            Convert.FromHexString("300D06092A864886F70D0101050500");

        public override byte[] SignData(byte[] data, HashAlgorithmName hashAlgorithm) =>
            key.SignData(data, HashAlgorithmName.SHA1, RSASignaturePadding.Pkcs1);

        protected override PublicKey BuildPublicKey() => PublicKey.CreateFromSubjectPublicKeyInfo(key.ExportSubjectPublicKeyInfo(), out _);
    }
}
