using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Diagnostics;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>EnabledFlag of ServerDiagnostics (OPC 10000-5, 6.3.3).</summary>
internal sealed class DiagnosticsSwitch(ServerDiagnostics diagnostics) : IServerSwitches
{
    /// <inheritdoc/>
    public bool Has(NodeId node) => node == Ids.Server_ServerDiagnostics_EnabledFlag;

    /// <inheritdoc/>
    public ValueTask<StatusCode> SetAsync(UaCaller caller, NodeId node, bool on, CancellationToken cancellationToken)
    {
        diagnostics.Enable(on);
        return ValueTask.FromResult<StatusCode>(StatusCodes.Good);
    }
}
