using S7OpcBridge.Map.RawConfig.Server;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the keys of <c>web</c> against each other: beyond loopback, everything except health needs encryption and a login.</summary>
internal static class WebChecks
{
    public static void Check(RawWeb web, ServerSettings server, FindingList findings)
    {
        var settings = web.Settings;
        if (!settings.IsOn)
            return;
        foreach (var url in settings.Listen.Where(url => !WebSettings.IsLoopback(url)))
        {
            if (url.Scheme == "http")
                findings.Error(
                    web.ListenSpot,
                    $"the status page at {url.OriginalString} would be sent unencrypted over the network; write https:// with a "
                        + "'certificate', or listen on 127.0.0.1"
                );
            else if (!server.Users.Any(user => user.Password is not null) && !findings.HasErrors)
                findings.Error(
                    web.ListenSpot,
                    $"the status page at {url.OriginalString} needs users with passwords, and there are none; add 'users' under "
                        + $"'server' ({ProgramInvocation.Command("users add")}), or listen on 127.0.0.1"
                );
        }
        var urls = settings.Health is { } health ? settings.Listen.Append(health).ToArray() : [.. settings.Listen];
        var needed = urls.FirstOrDefault(url => url.Scheme == "https");
        if (needed is not null && settings is { Certificate: null, UsesOwnCertificate: false })
            findings.Error(
                settings.Listen.Contains(needed) ? web.ListenSpot : web.HealthSpot,
                $"{needed.OriginalString} needs a certificate; add "
                    + "'certificate' (a PEM file), and 'key' where its private key is in a file of its own"
            );
        else if (needed is not null && settings.UsesOwnCertificate && !server.NeedsCertificate)
            findings.Error(
                web.CertificateSpot,
                "'certificate: own' is the certificate of the OPC UA server, and with 'security: [None]' and without users it "
                    + "has none; offer another policy, or name a PEM file"
            );
        else if (settings is { UsesOwnCertificate: true, Key: not null })
            findings.Error(
                web.CertificateSpot,
                "'certificate: own' has its key with it; remove 'key', or name a PEM file as 'certificate'"
            );
        else if (needed is null && (settings.Certificate is not null || settings.UsesOwnCertificate))
            findings.Warning(web.CertificateSpot, "the certificate is not used: no address begins with https://");
        var seen = new HashSet<string>();
        foreach (var url in urls.Where(url => !seen.Add(url.Authority)))
            findings.Error(
                url == settings.Health ? web.HealthSpot : web.ListenSpot,
                $"{url.OriginalString} is given twice; give each address a port of its " + "own"
            );
    }
}
