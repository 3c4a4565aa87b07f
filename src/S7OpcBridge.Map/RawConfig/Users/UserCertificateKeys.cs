using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Users;

/// <summary>The keys of a user's certificate: thumbprint, or names of subject and issuer.</summary>
internal static class UserCertificateKeys
{
    public static readonly KeyTable<Names> Table = new(
        "user's certificate",
        new(
            "subject",
            KeyShape.Text,
            "Subject of the certificate, such as \"CN=Anna, O=Plant\".",
            static (yaml, names) => names.Subject = ReadName(yaml)
        ),
        new(
            "issuer",
            KeyShape.Text,
            "Issuer of the certificate, such as \"CN=Plant CA\"; alone, every certificate of that CA is " + "meant.",
            static (yaml, names) => names.Issuer = ReadName(yaml)
        )
    );

    public static readonly KeyShape Shape = KeyShape.Any(
        new KeyShape("""{ "type": "string", "pattern": "^[0-9A-Fa-f: ]{40,59}$" }"""),
        KeyShape.Ref("certificate")
    );

    private const string Expected = "a thumbprint of 40 hexadecimal digits, or subject and issuer";

    public static UserCertificate? Read(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.AtMapping)
        {
            var names = new Names();
            Table.Read(yaml, names);
            if (names.Subject is null && names.Issuer is null)
                yaml.Findings.Error(
                    spot,
                    "the certificate of the user names neither 'subject' nor 'issuer'; add one of them, or write its thumbprint"
                );
            return names.Subject is null && names.Issuer is null ? null : new UserCertificate(null, names.Subject, names.Issuer);
        }
        if (yaml.Text(Expected) is not { } text)
            return null;
        var digits = text.Replace(":", "").Replace(" ", "").ToUpperInvariant();
        if (digits.Length == UserCertificate.ThumbprintLength && digits.All(char.IsAsciiHexDigit))
            return new UserCertificate(digits, null, null);
        yaml.Findings.Error(spot, $"'{text}' is not a thumbprint; write {Expected}");
        return null;
    }

    private static string? ReadName(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a name such as \"CN=Anna, O=Plant\"") is not { } text)
            return null;
        if (UserCertificate.IsName(text))
            return text;
        yaml.Findings.Error(
            spot,
            $"'{text}' is not a distinguished name; write one such as \"CN=Anna, O=Plant\", as "
                + $"'{ProgramInvocation.Command("certs list")}' shows it"
        );
        return null;
    }

    /// <summary>Names being read.</summary>
    internal sealed class Names
    {
        public string? Subject { get; set; }

        public string? Issuer { get; set; }
    }
}
