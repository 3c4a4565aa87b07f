namespace S7OpcBridge.OpcUa.Server.Calls;

/// <summary>Boolean variables of the server itself, which clients set by Write.</summary>
internal interface IServerSwitches
{
    /// <summary>True if a variable is one of these.</summary>
    bool Has(NodeId node);

    /// <summary>Sets one of them. Permissions and type have been checked.</summary>
    ValueTask<StatusCode> SetAsync(UaCaller caller, NodeId node, bool on, CancellationToken cancellationToken);
}
