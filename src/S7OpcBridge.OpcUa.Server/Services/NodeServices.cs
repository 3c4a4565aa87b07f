using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Aliases;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.History;
using S7OpcBridge.OpcUa.Server.Lanes;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>The services on nodes: the View, Attribute and Method service sets.</summary>
internal sealed record NodeServices(
    NodeAccess Access,
    ReadService Read,
    WriteService Write,
    BrowseService Browse,
    BrowsePathService BrowsePaths,
    RegisterNodesService Registration,
    CallService Call,
    HistoryReadService? History,
    HistoryUpdateService HistoryUpdate
)
{
    public static NodeServices Create(
        ServerContext server,
        AddressSpace space,
        NodeAccess access,
        OperationAudit audit,
        ServerDiagnostics diagnostics,
        WorkLane historyReads,
        IReadOnlyList<IServerMethods> further
    )
    {
        IServerMethods[] methods =
        [
            .. further,
            .. server.Options.Aliases is { } search ? [new AliasMethods(search, access)] : (ReadOnlySpan<IServerMethods>)[],
        ];
        IServerSwitches[] switches = [new DiagnosticsSwitch(diagnostics), .. methods.OfType<IServerSwitches>()];
        return new NodeServices(
            access,
            new ReadService(server, space, access),
            new WriteService(server, space, access, audit, switches),
            new BrowseService(server, space, access),
            new BrowsePathService(server, space, access),
            new RegisterNodesService(server),
            new CallService(server, space, access, audit, methods),
            server.Options.History is { } history ? new HistoryReadService(server, historyReads, space, access, history) : null,
            new HistoryUpdateService(server.Limits.History, audit, space)
        );
    }
}
