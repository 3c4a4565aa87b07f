using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Lets pages read and write values as OPC UA clients do.</summary>
internal static class PageValues
{
    public static ValueCommands Create(BridgeServer server) =>
        new()
        {
            WriteAsync = (caller, tag, value, cancellationToken) =>
                server.WriteAsync(CallerOf(server, caller), tag, value, cancellationToken),
            MayWrite = (caller, tag) => server.MayWrite(CallerOf(server, caller), tag),
            MayRead = (caller, tag) => server.MayRead(CallerOf(server, caller), tag),
            MayReadHistory = (caller, tag) => server.MayReadHistory(CallerOf(server, caller), tag),
        };

    /// <summary>A user of a page, as the services of OPC UA see it.</summary>
    public static UaCaller CallerOf(BridgeServer server, PageCaller caller) =>
        server.CallerOnPage(caller.User, caller.Roles, caller.Remote, caller.IsEncrypted);
}
