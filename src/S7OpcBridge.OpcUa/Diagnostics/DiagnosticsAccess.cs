namespace S7OpcBridge.OpcUa;

/// <summary>
/// What a caller may do with the nodes of the diagnostics, whatever the options allow: how others are secured is read by a SecurityAdmin on an encrypted channel
/// (OPC 10000-5, 6.3.4), and only an administrator switches the diagnostics on and off. With everything else it is as the options say; sessions and
/// subscriptions count as nodes of the server itself.
/// </summary>
/// <param name="options">What the options allow; null: everything.</param>
/// <param name="sessionSource">The source of the sessions' nodes, which is the first of those that come and go.</param>
/// <param name="enabledFlag">The node that switches on and off.</param>
/// <param name="allSecurity">The array that tells how all sessions are secured.</param>
internal sealed class DiagnosticsAccess(NodePermissionCheck? options, int sessionSource, NodeHandle enabledFlag, NodeHandle allSecurity)
{
    /// <summary>See <see cref="NodePermissionCheck"/>.</summary>
    public NodePermissions Of(UaCaller caller, NodeHandle node)
    {
        if (node.Source != 0 && node.Source < sessionSource)
            return options?.Invoke(caller, node) ?? NodePermissions.All;
        var permissions = options?.Invoke(caller, node.Source == 0 ? node : enabledFlag) ?? NodePermissions.All;
        var isSecurity = node == allSecurity || node.Source == sessionSource && SessionNodes.IsSecurity(node.Index);
        if (isSecurity && !caller.MayAudit)
            return permissions & ~NodePermissions.Read;
        if (node != enabledFlag)
            return permissions;
        return caller.IsAdmin ? permissions | NodePermissions.Write : permissions & ~NodePermissions.Write;
    }
}
