using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Mqtt;

/// <summary>The keys of the certificates of a connection to a broker.</summary>
internal static class MqttTlsKeys
{
    public const string Own = "own";

    public static readonly string[] TrustWords = ["system", "stores"];

    public static readonly KeyTable<Files> Certificate = new(
        "certificate",
        new(
            "file",
            KeyShape.Text,
            "The certificate in PEM, with those of the CAs above it where the broker does not have them.",
            static (yaml, files) =>
            {
                files.CertificateSpot = yaml.Spot;
                files.Certificate = ReadName(yaml, "client.pem");
            }
        ),
        new(
            "key",
            KeyShape.Text,
            "Its private key in PEM, without a password; only its owner may read the file.",
            static (yaml, files) =>
            {
                files.KeySpot = yaml.Spot;
                files.Key = ReadName(yaml, "client.key");
            }
        )
    );

    public static readonly KeyTable<Files> Trust = new(
        "trust",
        new MapKey<Files>(
            "file",
            KeyShape.Text,
            "The certificate of the CA that issued the broker's, in PEM; several are possible.",
            static (yaml, files) =>
            {
                files.CertificateSpot = yaml.Spot;
                files.Certificate = ReadName(yaml, "ca.pem");
            }
        )
    );

    public static void ReadCertificate(YamlReader yaml, RawMqtt mqtt)
    {
        mqtt.CertificateSpot = yaml.Spot;
        if (!yaml.AtMapping)
        {
            if (yaml.OneOf([Own]) is not null)
                mqtt.Certificate = new MqttCertificate(null, null);
            return;
        }
        var files = new Files();
        var errors = yaml.Findings.HasErrors;
        if (!Certificate.Read(yaml, files) || yaml.Findings.HasErrors != errors)
            return;
        if (files.Certificate is null || files.Key is null)
            yaml.Findings.Error(
                mqtt.CertificateSpot,
                "a certificate needs both files; write { file: client.pem, key: client.key }, or 'own' for that of the OPC UA server"
            );
        else if (HasCertificates(yaml, files) && HasKey(yaml, files))
            mqtt.Certificate = new MqttCertificate(Path.GetFullPath(files.Certificate), Path.GetFullPath(files.Key));
    }

    public static void ReadTrust(YamlReader yaml, RawMqtt mqtt)
    {
        mqtt.TrustSpot = yaml.Spot;
        if (!yaml.AtMapping)
        {
            if (yaml.OneOf(TrustWords) is { } word)
                mqtt.Trust = word == "stores" ? new MqttTrust(MqttTrustKind.Stores) : MqttTrust.System;
            return;
        }
        var files = new Files();
        if (!Trust.Read(yaml, files) || files.CertificateSpot.IsNone)
        {
            if (files.CertificateSpot.IsNone)
                yaml.Findings.Error(mqtt.TrustSpot, "'trust' names no file; write { file: ca.pem }, or one of system and stores");
        }
        else if (files.Certificate is { } path && HasCertificates(yaml, files))
        {
            mqtt.Trust = new MqttTrust(MqttTrustKind.File, Path.GetFullPath(path));
        }
    }

    private static string? ReadName(YamlReader yaml, string example)
    {
        if (yaml.Text($"the name of a file such as {example}") is not { } name)
            return null;
        var path = yaml.File.Resolve(name);
        yaml.Findings.Seek(path);
        return path;
    }

    private static bool HasCertificates(YamlReader yaml, Files files)
    {
        if (Text(yaml, files.Certificate!, files.CertificateSpot) is not { } text)
            return false;
        try
        {
            var certificates = new X509Certificate2Collection();
            certificates.ImportFromPem(text);
            if (certificates.Count > 0)
                return true;
        }
        catch (CryptographicException)
        {
            // Said below.
        }
        yaml.Findings.Error(
            files.CertificateSpot,
            $"the file '{files.Certificate}' holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----; convert it with "
                + "'openssl x509 -inform der -in FILE -out FILE.pem'"
        );
        return false;
    }

    private static bool HasKey(YamlReader yaml, Files files)
    {
        var path = files.Key!;
        if (Text(yaml, path, files.KeySpot) is not { } text)
            return false;
        if (SecretFile.IsOpenToOthers(path))
            return Refuse($"others may read the private key '{path}'; prevent this with 'chmod 600 {path}'");
        try
        {
            using var pair = X509Certificate2.CreateFromPem(UserFile.ReadText(files.Certificate!, UserFile.MaxSmall), text);
            return true;
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            return Refuse(
                $"the private key '{path}' does not fit the certificate '{files.Certificate}', or has a password; name the key of this certificate, in PEM and "
                    + "without a password"
            );
        }

        bool Refuse(string message)
        {
            yaml.Findings.Error(files.KeySpot, message);
            return false;
        }
    }

    private static string? Text(YamlReader yaml, string path, SourceLocation spot)
    {
        try
        {
            return UserFile.ReadText(path, UserFile.MaxSmall);
        }
        catch (UnusableFileException e)
        {
            yaml.Findings.Error(spot, $"the file '{path}' {e.What}; name a file in PEM");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            yaml.Findings.Error(
                spot,
                e is FileNotFoundException or DirectoryNotFoundException
                    ? $"there is no file '{path}'; put it there, in PEM, or name another"
                    : $"the file '{path}' can't be read; check that it belongs to the user that runs the bridge"
            );
        }
        return null;
    }

    /// <summary>Files being read, relative to the working directory.</summary>
    internal sealed class Files
    {
        public string? Certificate { get; set; }

        public SourceLocation CertificateSpot { get; set; }

        public string? Key { get; set; }

        public SourceLocation KeySpot { get; set; }
    }
}
