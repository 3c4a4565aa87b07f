using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>
/// Fills ServerDiagnostics of the Server object: the summary, the arrays and the flag. While diagnostics are switched off they cannot be read (OPC 10000-5,
/// 6.3.3).
/// </summary>
internal static class DiagnosticsValues
{
    /// <summary>Gives the nodes their values.</summary>
    public static void AttachTo(Namespace0 nodes, ServerDiagnostics diagnostics)
    {
        nodes.SetValue(Ids.Server_ServerDiagnostics_EnabledFlag, _ => Variant.From(diagnostics.IsEnabled));
        Set(Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary, () => Variant.From(ExtensionObject.From(diagnostics.Summary())));
        Set(Ids.Server_ServerDiagnostics_SubscriptionDiagnosticsArray, diagnostics.AllSubscriptions);
        Set(Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray, diagnostics.AllSessions);
        Set(Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray, diagnostics.AllSecurity);
        (uint Node, Func<ServerDiagnosticsSummaryDataType, uint> Value)[] counts =
        [
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_ServerViewCount, s => s.ServerViewCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount, s => s.CurrentSessionCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount, s => s.CumulatedSessionCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_SecurityRejectedSessionCount, s => s.SecurityRejectedSessionCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_RejectedSessionCount, s => s.RejectedSessionCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_SessionTimeoutCount, s => s.SessionTimeoutCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_SessionAbortCount, s => s.SessionAbortCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_PublishingIntervalCount, s => s.PublishingIntervalCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSubscriptionCount, s => s.CurrentSubscriptionCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSubscriptionCount, s => s.CumulatedSubscriptionCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_SecurityRejectedRequestsCount, s => s.SecurityRejectedRequestsCount),
            (Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_RejectedRequestsCount, s => s.RejectedRequestsCount),
        ];
        foreach (var (node, value) in counts)
            Set(node, () => Variant.From(value(diagnostics.Summary())));

        void Set(uint node, Func<Variant> value) => nodes.SetValue(node, _ => diagnostics.IsEnabled ? value() : default);
    }
}
