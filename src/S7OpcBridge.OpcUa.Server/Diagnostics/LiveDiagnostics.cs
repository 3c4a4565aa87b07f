using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>Adds the diagnostics to the address space: values below ServerDiagnostics, nodes of sessions and subscriptions, and their permissions.</summary>
internal sealed class LiveDiagnostics
{
    private readonly Namespace0 _namespace0;

    public LiveDiagnostics(ServerDiagnostics diagnostics, Namespace0 namespace0, int firstSource)
    {
        _namespace0 = namespace0;
        var sessions = new SessionNodes(diagnostics, firstSource) { StayingNode = NodeOf };
        var subscriptions = sessions.Subscribed = new SubscriptionNodes(diagnostics, firstSource + 1) { Sessions = sessions };
        Sources = [sessions, subscriptions];
        DiagnosticsValues.AttachTo(namespace0, diagnostics);
        namespace0.SetLiveReferences(
            Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary,
            () => sessions.ReferencesToAll(firstSource, SessionNodes.Root)
        );
        namespace0.SetLiveReferences(
            Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray,
            () => sessions.ReferencesToAll(firstSource, SessionNodes.Figures)
        );
        namespace0.SetLiveReferences(
            Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray,
            () => sessions.ReferencesToAll(firstSource, SessionNodes.Security)
        );
        namespace0.SetPermissions(
            Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray,
            PermissionSet.OfSecurity
        );
        namespace0.SetPermissions(
            Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray,
            PermissionSet.OfSecurity
        );
        namespace0.SetPart(Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray, diagnostics.SessionsOf);
        namespace0.SetPermissions(
            Ids.Server_ServerDiagnostics_EnabledFlag,
            PermissionSet
                .OfServer.With(WellKnownRoles.ConfigureAdmin, NodePermissions.Write)
                .With(WellKnownRoles.SecurityAdmin, NodePermissions.Write | NodePermissions.ReadRolePermissions)
        );
        namespace0.SetLiveReferences(
            Ids.Server_ServerDiagnostics_SubscriptionDiagnosticsArray,
            () => subscriptions.ReferencesToAll(firstSource + 1, 0)
        );
    }

    /// <summary>The nodes of sessions and subscriptions, from the given source index on.</summary>
    public INodeSource[] Sources { get; }

    private NodeHandle NodeOf(uint id) => new(0, _namespace0.Find(new NodeIdView(0, id)));
}
