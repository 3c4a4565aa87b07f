using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;

namespace S7OpcBridge.Mqtt;

/// <summary>Decides whether the certificate of a broker is accepted, as the map says. Read anew for each connection, so that changed files count.</summary>
internal static class BrokerTrust
{
    /// <summary>Checks a broker's certificate.</summary>
    /// <param name="presented">The certificate.</param>
    /// <param name="sent">The chain as the broker sent it; null: none.</param>
    /// <param name="errors">What the machine's own rules say.</param>
    /// <param name="settings">The entry.</param>
    /// <param name="stores">Folder of the bridge's certificate stores; null: it has none.</param>
    /// <returns>Why it is not accepted, as a sentence; null: it is.</returns>
    public static string? WhyNot(X509Certificate2 presented, X509Chain? sent, SslPolicyErrors errors, MqttSettings settings, string? stores)
    {
        try
        {
            return settings.Trust.Kind switch
            {
                MqttTrustKind.File => ByAuthorities(presented, sent, errors, settings, LoadFile(settings.Trust.File!)),
                MqttTrustKind.Stores => ByStores(presented, sent, errors, settings, stores),
                _ => errors == SslPolicyErrors.None ? null : Describe(presented, settings, errors, "no CA of this machine"),
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            return $"The certificates that decide on the broker cannot be read: {e.Message}";
        }
    }

    private static string? ByStores(
        X509Certificate2 presented,
        X509Chain? sent,
        SslPolicyErrors errors,
        MqttSettings settings,
        string? stores
    )
    {
        if (stores is null)
            return "The bridge has no certificate stores: name them with 'certificates' under 'server', or use 'trust: system'.";
        var lists = new CertificateStores(stores).ReadTrust(static _ => { });
        // A certificate that was put there itself is meant, whatever it calls itself.
        if (lists.Trusted.Any(trusted => trusted.RawDataMemory.Span.SequenceEqual(presented.RawDataMemory.Span)))
            return IsInTime(presented) ? null : $"The broker's certificate '{presented.Subject}' is not valid at this time.";
        return ByAuthorities(presented, sent, errors, settings, [.. lists.Trusted]);
    }

    private static string? ByAuthorities(
        X509Certificate2 presented,
        X509Chain? sent,
        SslPolicyErrors errors,
        MqttSettings settings,
        X509Certificate2Collection authorities
    )
    {
        using var chain = new X509Chain();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.AddRange(authorities);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.DisableCertificateDownloads = true;
        for (var i = 0; i < sent?.ChainElements.Count; i++)
            chain.ChainPolicy.ExtraStore.Add(sent.ChainElements[i].Certificate);
        var isTrusted = chain.Build(presented);
        var rest = errors & SslPolicyErrors.RemoteCertificateNameMismatch;
        return isTrusted && rest == SslPolicyErrors.None
            ? null
            : Describe(
                presented,
                settings,
                isTrusted ? rest : rest | SslPolicyErrors.RemoteCertificateChainErrors,
                settings.Trust.Kind == MqttTrustKind.File ? $"no CA of {settings.Trust.File}" : "no CA among the trusted certificates"
            );
    }

    private static X509Certificate2Collection LoadFile(string path)
    {
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPemFile(path);
        return authorities;
    }

    private static bool IsInTime(X509Certificate2 certificate) =>
        TimeProvider.System.GetUtcNow() is var now && now >= certificate.NotBefore && now <= certificate.NotAfter;

    private static string Describe(X509Certificate2 presented, MqttSettings settings, SslPolicyErrors errors, string nobody)
    {
        if ((errors & SslPolicyErrors.RemoteCertificateChainErrors) == 0)
            return $"The broker's certificate '{presented.Subject}' is not for {settings.Broker.Host}: use one of its names in 'broker'.";
        return !IsInTime(presented)
            ? $"The broker's certificate '{presented.Subject}' is not valid at this time."
            : $"The broker's certificate '{presented.Subject}', thumbprint {presented.Thumbprint}, was issued by '{presented.Issuer}', and {nobody} "
                + "vouches for it: put the CA's certificate there, or change 'trust' of the entry.";
    }
}
