using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Plcs;

/// <summary>The keys of a PLC with <c>protocol: s7plus</c> as written.</summary>
internal sealed class RawS7Plus
{
    /// <summary>True for <c>protocol: s7plus</c>.</summary>
    public bool IsWanted { get; set; }

    public string? Password { get; set; }

    public string? User { get; set; }

    public bool HasPasswordFile { get; set; }

    public SourceLocation PasswordSpot { get; set; }

    public S7PlusCertificateRule? Certificate { get; set; }

    public SourceLocation CertificateSpot { get; set; }

    public S7PlusSubscriptions? Subscriptions { get; set; }

    public SourceLocation SubscriptionsSpot { get; set; }
}

/// <summary>Reads the keys that only a PLC with <c>protocol: s7plus</c> has.</summary>
internal static class S7PlusKeys
{
    private const string FirstUse = "trust-first-use";

    private const string Certificate =
        $"'{FirstUse}', the thumbprint of the CPU's certificate (40 or 64 hexadecimal digits), or the name of a file with the "
        + "certificate of the authority that signed it";

    /// <summary>The keys of <c>password</c>.</summary>
    public static readonly KeyTable<RawS7Plus> PasswordTable = new(
        "password",
        new(
            "file",
            KeyShape.Text,
            "File with the password in its only line; only its owner may read it.",
            static (yaml, plus) =>
            {
                plus.HasPasswordFile = true;
                plus.Password = PasswordFiles.Read(yaml, "a password", PasswordFiles.LongestPassword);
            }
        ),
        new(
            "user",
            KeyShape.Text,
            "User of the CPU whose password it is. Default: none, for a CPU that has access levels with passwords " + "only.",
            static (yaml, plus) => plus.User = yaml.Text("the name of a user of the CPU")
        )
    );

    public static void ReadPassword(YamlReader yaml, RawS7Plus plus)
    {
        plus.PasswordSpot = yaml.Spot;
        if (!yaml.AtMapping)
        {
            // The text may be the password itself, so it is not shown.
            yaml.Findings.Error(
                yaml.Spot,
                "a password must be in a file of its own; write { file: packer.txt }, or { file: packer.txt, user: bridge } where "
                    + "the CPU has users"
            );
            yaml.Skip();
            plus.HasPasswordFile = true;
            return;
        }
        PasswordTable.Read(yaml, plus);
    }

    public static void ReadCertificate(YamlReader yaml, RawS7Plus plus)
    {
        plus.CertificateSpot = yaml.Spot;
        if (yaml.Text(Certificate) is not { } text)
            return;
        var digits = string.Concat(text.Where(c => c is not (':' or ' ' or '-'))).ToUpperInvariant();
        if (text == FirstUse)
            plus.Certificate = S7PlusCertificateRule.FirstUse;
        else if (digits.Length >= 32 && digits.All(char.IsAsciiHexDigit))
            plus.Certificate = ThumbprintOf(digits, plus.CertificateSpot, yaml.Findings);
        else if (AuthoritiesOf(text, plus.CertificateSpot, yaml) is { } pem)
            plus.Certificate = new S7PlusCertificateRule(S7PlusTrustKind.Authority, pem);
    }

    private static S7PlusCertificateRule? ThumbprintOf(string digits, SourceLocation spot, FindingList findings)
    {
        if (digits.Length is 40 or 64)
            return new S7PlusCertificateRule(S7PlusTrustKind.Thumbprint, digits);
        findings.Error(
            spot,
            $"the thumbprint has {digits.Length} digits; write the 40 of SHA-1, which TIA Portal shows, or the 64 of SHA-256"
        );
        return null;
    }

    private static string? AuthoritiesOf(string name, SourceLocation spot, YamlReader yaml)
    {
        var path = yaml.File.Resolve(name);
        yaml.Findings.Seek(path);
        try
        {
            var bytes = UserFile.Read(path, UserFile.MaxSmall);
            var authorities = new X509Certificate2Collection();
            if (bytes.AsSpan().IndexOf("-----BEGIN CERTIFICATE-----"u8) >= 0)
                authorities.ImportFromPem(System.Text.Encoding.Latin1.GetString(bytes));
            else
                authorities.Add(X509CertificateLoader.LoadCertificate(bytes));
            if (authorities.Count > 0)
                return authorities.ExportCertificatePems();
            yaml.Findings.Error(
                spot,
                $"the file '{name}' holds no certificate; export the CA certificate of the TIA project as .crt or .pem"
            );
        }
        catch (CryptographicException)
        {
            yaml.Findings.Error(
                spot,
                $"the file '{name}' holds no certificate; export the CA certificate of the TIA project as .crt or .pem"
            );
        }
        catch (UnusableFileException e)
        {
            yaml.Findings.Error(spot, $"the certificate file '{name}' {e.What}; name a file with the certificate of an authority");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            yaml.Findings.Error(spot, $"'certificate' is '{name}', and there is no such file that can be read; write {Certificate}");
        }
        return null;
    }
}
