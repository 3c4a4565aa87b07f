namespace S7OpcBridge;

/// <summary>What must hold between the server's keys.</summary>
internal static class ServerChecks
{
    /// <summary>Security policies that this version has.</summary>
    private static readonly string[] Supported = ["None"];

    public static void Check(ServerDraft server, SourceSpot top, FindingList findings)
    {
        var settings = server.Settings;
        CheckPolicies(server, top, findings);
        var exposed = !settings.IsLoopback && !settings.AllowInsecure;
        if (exposed && !server.SecuritySpot.IsNone && settings.Security.Contains("None"))
            findings.Error(server.SecuritySpot, $"the policy None on {settings.Endpoint.OriginalString} lets everybody on the network listen in; remove None, listen on localhost, or confirm with 'allowInsecure: true'");
        if (exposed && settings.Anonymous == AnonymousAccess.Write)
            findings.Error(server.AnonymousSpot, $"'anonymous: write' on {settings.Endpoint.OriginalString} lets everybody on the network write to the PLCs; use 'read', listen on localhost, or confirm with 'allowInsecure: true'");
        if (!settings.IsLoopback && settings.Name == ServerSettings.DefaultName)
            findings.Warning(server.EndpointSpot, $"the server is reachable from the network under the default name {ServerSettings.DefaultName}; give it a 'name' that is unique in the plant");
    }

    private static void CheckPolicies(ServerDraft server, SourceSpot top, FindingList findings)
    {
        var missing = server.Settings.Security.Except(Supported).ToList();
        if (missing.Count == 0)
            return;
        // A default that is not there yet must be as plain as a policy that was asked for; behind other errors it would only distract.
        if (server.SecuritySpot.IsNone && findings.HasErrors)
            return;
        var spot = server.SecuritySpot.IsNone ? top : server.SecuritySpot;
        findings.Error(spot, $"{string.Join(", ", missing)} {(missing.Count == 1 ? "is" : "are")} not supported yet by this version; write 'security: [None]' under 'server' (beyond localhost with 'allowInsecure: true')");
    }
}
