namespace S7OpcBridge.OpcUa.Server.Access;

/// <summary>What the user of a session may see, as it is now: another user, or other roles, and the answers change.</summary>
internal sealed class SessionAccess(NodeAccess access, Func<UaCaller> caller)
{
    /// <summary>Good, BadNotReadable, BadUserAccessDenied or BadSecurityModeInsufficient for a variable's value.</summary>
    public StatusCode ToReadValue(AddressSpaceView space, NodeHandle node) => access.ToRead(space, node, caller());

    /// <summary>An attribute other than the value.</summary>
    public DataValue ReadAttribute(AddressSpaceView space, NodeHandle node, AttributeId attribute) => access.ReadAttribute(space, node, attribute, caller());

    /// <summary>True if the user may hear of a node's events: whoever may read it may.</summary>
    public bool MayHear(AddressSpaceView space, NodeHandle node) => access.MayHear(space, node, caller());
}
