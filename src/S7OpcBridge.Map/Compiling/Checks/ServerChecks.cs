using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.RawConfig.Server;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the keys of <c>server</c> against each other.</summary>
internal static class ServerChecks
{
    public static void Check(RawServer server, SourceLocation top, FindingList findings)
    {
        var settings = server.Settings;
        var exposed = !settings.IsLoopback && !settings.AllowInsecure;
        if (exposed && !server.SecuritySpot.IsNone && settings.Security.Contains("None"))
            findings.Error(
                server.SecuritySpot,
                $"the policy None {Where(settings)} lets everybody on the network read the traffic; "
                    + $"remove None, {Instead(settings)}, or confirm with 'allowInsecure: true'"
            );
        PolicyChecks.Check(settings.Security, server.SecuritySpot, findings);
        if (exposed && settings.Anonymous == AnonymousAccess.Write)
            findings.Error(
                server.AnonymousSpot,
                $"'anonymous: write' {Where(settings)} lets everybody on the network write to the PLCs; "
                    + $"use 'read', {Instead(settings)}, or confirm with 'allowInsecure: true'"
            );
        if (settings.Anonymous == AnonymousAccess.None && settings.Users.Count == 0 && settings.Issuers.Count == 0 && !findings.HasErrors)
            findings.Warning(
                server.AnonymousSpot.IsNone ? top : server.AnonymousSpot,
                "no client can log in: there are no users, and 'anonymous' is none; " + "add 'users' or 'anonymous: read' under 'server'"
            );
        if (settings.Users.Count > 0 && settings.UsersFile is null && SecretFile.IsOpenToOthers(server.UsersSpot.File!.Path))
            findings.Warning(
                server.UsersSpot,
                "others than its owner can read the hashes of passwords in this map; type: chmod 600 "
                    + $"{server.UsersSpot.File.Path}, or keep the users in a file of their own"
            );
        TokenIssuerChecks.Check(server, findings);
        if (
            settings is { Certificates: null, NeedsCertificate: true }
            && Environment.GetEnvironmentVariable(ServerSettings.CertificatesVariable) is null
            && !Directory.Exists(top.File!.Resolve(ServerSettings.DefaultCertificates))
            && Directory.Exists(top.File.Resolve("../certs/own"))
        )
        {
            findings.Warning(
                top,
                "the certificate stores are now beside the map, in 'certs', but '../certs' exists, which earlier versions used; to keep "
                    + "using that folder add 'certificates: ../certs' under 'server', or move the folder"
            );
        }
        if (settings.TrustFirstUse)
            findings.Warning(
                server.TrustSpot,
                "'trust: first-use' trusts every client that connects within an hour of the first start; remove it after " + "commissioning"
            );
        foreach (var client in server.ReverseConnect)
        {
            if (client.Endpoint is { } told && !settings.ClientUrls.Contains(told))
                findings.Error(
                    client.EndpointSpot,
                    $"'{Excerpt.From(told)}' is no URL that clients are shown, and clients compare it letter by letter; write "
                        + $"{string.Join(" or ", settings.ClientUrls)}, or add its name to 'advertise'"
                );
        }
        if (!settings.IsLoopback && settings.Name == ServerSettings.DefaultName)
            findings.Warning(
                server.EndpointSpot,
                $"the server is reachable from the network under the default name {ServerSettings.DefaultName}; give it a "
                    + "'name' that is unique in the plant"
            );
    }

    private static string Where(ServerSettings settings) =>
        settings.ListensLocally
            ? $"with a connection to {settings.ReverseConnect.First(static client => !client.IsLocal).Client}"
            : $"on {settings.Endpoint.OriginalString}";

    private static string Instead(ServerSettings settings) =>
        settings.ListensLocally ? "connect to this machine only" : "listen on localhost";
}
