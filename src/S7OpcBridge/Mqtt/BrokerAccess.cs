using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Mqtt;

/// <summary>How an entry of <c>mqtt</c> connects and logs in, for its publisher and for <c>doctor</c>.</summary>
internal static class BrokerAccess
{
    /// <summary>The options of the entry.</summary>
    /// <param name="own">Returns the certificate of the OPC UA server; null: it has none.</param>
    /// <param name="stores">Folder of the bridge's certificate stores; null: there are none.</param>
    public static BrokerOptions OptionsOf(MqttSettings settings, Func<OwnCertificate?> own, string? stores) =>
        new()
        {
            Address = settings.Broker,
            ClientId = settings.ClientId,
            User = settings.User,
            Password = settings.Password,
            AllowInsecure = settings.AllowInsecure,
            Certificate = settings.Certificate is { } certificate ? () => Read(certificate, own) : null,
            Settle = settings.Settle,
            WhyNotTrusted = (presented, chain, errors) => BrokerTrust.WhyNot(presented, chain, errors, settings, stores),
        };

    private static SslStreamCertificateContext? Read(MqttCertificate certificate, Func<OwnCertificate?> own)
    {
        if (certificate.File is not { } file)
            return own() is { } server ? SslStreamCertificateContext.Create(server.Certificate, [.. server.Issuers], offline: true) : null;
        try
        {
            // Those of the CAs stand behind it in the file.
            var chain = new X509Certificate2Collection();
            chain.ImportFromPemFile(file);
            return SslStreamCertificateContext.Create(
                WithKey(X509Certificate2.CreateFromPemFile(file, certificate.Key)),
                chain,
                offline: true
            );
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new IOException($"{file} with {certificate.Key} cannot be used: {e.Message}", e);
        }
    }

    // The TLS of Windows takes no key that lives in memory alone.
    private static X509Certificate2 WithKey(X509Certificate2 certificate)
    {
        if (!OperatingSystem.IsWindows())
            return certificate;
        using (certificate)
            return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }
}
