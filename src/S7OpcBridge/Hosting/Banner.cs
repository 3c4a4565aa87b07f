using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Hosting;

/// <summary>The text printed after a start: URLs, permissions, simulated PLCs, next steps.</summary>
internal static class Banner
{
    public static void Write(BridgeMap map, IReadOnlyCollection<string>? web, TextWriter output)
    {
        var server = map.Server;
        output.WriteLine(
            $"S7OpcBridge {ProgramVersion.Text}: {map.Tags.Tags.Length} tags of {map.Tags.Plcs.Length} "
                + $"{(map.Tags.Plcs.Length == 1 ? "PLC" : "PLCs")}"
        );
        output.WriteLine($"  Endpoint   {string.Join(", ", server.ClientUrls)}");
        output.WriteLine($"  Security   {string.Join(", ", OfferedPolicies.For(server))}; {Anonymous(server)}");
        if (server.NeedsCertificate)
            output.WriteLine(
                "  Clients    The log names each rejected client with the command that trusts it; stores in "
                    + $"{Path.GetFullPath(server.Certificates!)}."
            );
        if (server.Security.Contains("None"))
            output.WriteLine(
                "  Warning    Policy None is on: nothing is encrypted or "
                    + $"signed{(server.IsLoopback ? ", and only this machine can connect" : ", and everybody on the network can read the traffic")}."
            );
        foreach (var plc in map.Tags.Plcs)
            output.WriteLine($"  PLC        {plc.Name}: {Describe(plc, map.Profiles[plc.Index])}");
        if (web is not null)
            output.WriteLine($"  Status     {string.Join(", ", web)}");
        output.WriteLine(
            "  Next       Open an OPC UA client (in UaExpert: Server, Add, double-click to add a server), paste the endpoint, connect, browse "
                + "Objects."
        );
        output.WriteLine("  Stop       Ctrl+C");
        output.Flush();
    }

    private static string Anonymous(ServerSettings server) =>
        server.Anonymous switch
        {
            AnonymousAccess.Read => $"clients without a user name may read{Users(server)}",
            AnonymousAccess.Write => $"clients without a user name may read and write{Users(server)}",
            _ => $"clients need a user name{Users(server)}",
        };

    private static string Users(ServerSettings server) =>
        server.Users.Count switch
        {
            0 => "",
            1 => "; 1 user",
            var count => $"; {count} users",
        };

    private static string Describe(Core.PlcDefinition plc, string profile) =>
        plc switch
        {
            { Enabled: false } => $"{profile}, disabled",
            { Simulated: true } => $"{profile}, SIMULATED inside this process",
            _ => $"{profile} at {plc.Connection.Host}:{plc.Connection.Port}",
        };
}
