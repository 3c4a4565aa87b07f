namespace S7OpcBridge.OpcUa;

/// <summary>What a caller may do: what the node allows, and what the options' check allows the caller.</summary>
internal sealed class NodeAccess(NodePermissionCheck? check)
{
    private const int CurrentRead = 1, CurrentWrite = 2;

    /// <summary>Good, BadNotReadable or BadUserAccessDenied for a variable's value.</summary>
    public StatusCode ToRead(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        (space.NumberOf(node, AttributeId.AccessLevel, CurrentRead) & CurrentRead) == 0 ? StatusCodes.BadNotReadable : Allowed(node, caller, NodePermissions.Read);

    /// <summary>Good, BadNotWritable or BadUserAccessDenied for a variable's value.</summary>
    public StatusCode ToWrite(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        (space.NumberOf(node, AttributeId.AccessLevel, 0) & CurrentWrite) == 0 ? StatusCodes.BadNotWritable : Allowed(node, caller, NodePermissions.Write);

    /// <summary>Good, BadNotExecutable or BadUserAccessDenied for a method.</summary>
    public StatusCode ToCall(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        space.NumberOf(node, AttributeId.Executable, 1) == 0 ? StatusCodes.BadNotExecutable : Allowed(node, caller, NodePermissions.Call);

    /// <summary>True if the caller may see the node.</summary>
    public bool MayBrowse(NodeHandle node, UaCaller caller) => check is null || (check(caller, node) & NodePermissions.Browse) != 0;

    /// <summary>An attribute that tells the caller what it may do: the node's own, less what the caller is denied.</summary>
    public Variant UserAccessLevel(NodeHandle node, UaCaller caller, in Variant nodesOwn)
    {
        if (check is null)
            return nodesOwn;
        var permissions = check(caller, node);
        var level = (byte)nodesOwn.Bits;
        if ((permissions & NodePermissions.Read) == 0)
            level &= unchecked((byte)~CurrentRead);
        if ((permissions & NodePermissions.Write) == 0)
            level &= unchecked((byte)~CurrentWrite);
        return Variant.Of(level);
    }

    /// <summary>The same for methods.</summary>
    public Variant UserExecutable(NodeHandle node, UaCaller caller, in Variant nodesOwn) =>
        Variant.Of(nodesOwn.Bits != 0 && (check is null || (check(caller, node) & NodePermissions.Call) != 0));

    private StatusCode Allowed(NodeHandle node, UaCaller caller, NodePermissions wanted) =>
        check is null || (check(caller, node) & wanted) != 0 ? StatusCode.Good : StatusCodes.BadUserAccessDenied;
}
