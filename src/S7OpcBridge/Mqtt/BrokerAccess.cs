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
    /// <param name="distrusted">Told why the broker's certificate is not accepted. Any thread.</param>
    /// <exception cref="IOException">The entry's certificate cannot be used.</exception>
    public static BrokerOptions OptionsOf(MqttSettings settings, Func<OwnCertificate?> own, string? stores, Action<string> distrusted) =>
        new()
        {
            Address = settings.Broker,
            ClientId = settings.ClientId,
            User = settings.User,
            Password = settings.Password,
            AllowInsecure = settings.AllowInsecure,
            Certificate = CertificateOf(settings, own),
            Settle = settings.Settle,
            Validate = settings.HasTls
                ? (_, presented, chain, errors) =>
                {
                    using var shown = presented is null ? null : X509CertificateLoader.LoadCertificate(presented.GetRawCertData());
                    var why = shown is null
                        ? "The broker shows no certificate."
                        : BrokerTrust.WhyNot(shown, chain, errors, settings, stores);
                    if (why is not null)
                        distrusted(why);
                    return why is null;
                }
                : null,
        };

    private static X509Certificate2? CertificateOf(MqttSettings settings, Func<OwnCertificate?> own)
    {
        if (settings.Certificate is not { } certificate)
            return null;
        if (certificate.File is not { } file)
            return own()?.Certificate;
        try
        {
            return X509Certificate2.CreateFromPemFile(file, certificate.Key);
        }
        catch (Exception e) when (e is CryptographicException or IOException or UnauthorizedAccessException)
        {
            throw new IOException($"{file} with {certificate.Key} cannot be used: {e.Message}", e);
        }
    }
}
