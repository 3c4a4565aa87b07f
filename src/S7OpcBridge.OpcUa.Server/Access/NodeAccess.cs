using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Access;

/// <summary>Checks what a caller may do with a node, by the node's access level and by its permissions for the caller's roles.</summary>
/// <param name="defaults">Permissions of nodes whose source gives none; null: permissions are not checked.</param>
internal sealed class NodeAccess(PermissionSet? defaults)
{
    private const int CurrentRead = 1,
        CurrentWrite = 2,
        HistoryRead = 4;

    /// <summary>Good, BadNotReadable, BadUserAccessDenied or BadSecurityModeInsufficient for a variable's value.</summary>
    public StatusCode ToRead(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        (space.NumberOf(node, AttributeId.AccessLevel, CurrentRead) & CurrentRead) == 0
            ? StatusCodes.BadNotReadable
            : CheckRead(space, node, caller);

    /// <summary>Good, BadNotWritable, BadUserAccessDenied or BadSecurityModeInsufficient for a variable's value.</summary>
    public StatusCode ToWrite(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        (space.NumberOf(node, AttributeId.AccessLevel, 0) & CurrentWrite) == 0
            ? StatusCodes.BadNotWritable
            : Check(space, node, caller, NodePermissions.Write);

    /// <summary>Good, BadHistoryOperationUnsupported, BadUserAccessDenied or BadSecurityModeInsufficient for a variable's history.</summary>
    public StatusCode ToReadHistory(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        space.ClassOf(node) != NodeClass.Variable || space.HistoryOf(node) is null
            ? StatusCodes.BadHistoryOperationUnsupported
            : Check(space, node, caller, NodePermissions.ReadHistory);

    /// <summary>The same for the events of an object.</summary>
    public StatusCode ToReadEventHistory(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        space.ClassOf(node) != NodeClass.Object || !space.HasEventHistory(node)
            ? StatusCodes.BadHistoryOperationUnsupported
            : Check(space, node, caller, NodePermissions.Read | NodePermissions.ReceiveEvents | NodePermissions.ReadHistory);

    /// <summary>Good, BadNotExecutable, BadUserAccessDenied or BadSecurityModeInsufficient for a method.</summary>
    public StatusCode ToCall(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        space.NumberOf(node, AttributeId.Executable, 1) == 0
            ? StatusCodes.BadNotExecutable
            : Check(space, node, caller, NodePermissions.Call);

    /// <summary>True if the caller may see the node.</summary>
    public bool MayBrowse(AddressSpaceView space, NodeHandle node, UaCaller caller) => Allows(space, node, caller, NodePermissions.Browse);

    /// <summary>True if the caller may receive the node's events.</summary>
    public bool MayHear(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        Allows(space, node, caller, NodePermissions.Read | NodePermissions.ReceiveEvents);

    /// <summary>An attribute other than the value, as the caller may see it.</summary>
    public DataValue ReadAttribute(AddressSpaceView space, NodeHandle node, AttributeId attribute, UaCaller caller)
    {
        if (attribute is AttributeId.RolePermissions or AttributeId.UserRolePermissions or AttributeId.AccessRestrictions)
            return space.Stamped(ReadPermissions(space, node, attribute, caller, out var permissions), permissions);
        if (!MayBrowse(space, node, caller))
            return space.Stamped(StatusCodes.BadUserAccessDenied, default);
        var result = space.Read(node, attribute);
        if (result.Status.IsBad)
            return result;
        return attribute switch
        {
            AttributeId.UserAccessLevel => result with { Value = UserAccessLevel(space, node, caller, result.Value) },
            AttributeId.UserExecutable => result with
            {
                Value = Variant.From(result.Value.Bits != 0 && Check(space, node, caller, NodePermissions.Call).IsGood),
            },
            _ => result,
        };
    }

    private StatusCode ReadPermissions(AddressSpaceView space, NodeHandle node, AttributeId attribute, UaCaller caller, out Variant value)
    {
        value = default;
        if (defaults is null || SetOf(space, node) is not { } set)
            return StatusCodes.BadAttributeIdInvalid;
        var wanted = attribute == AttributeId.RolePermissions ? NodePermissions.ReadRolePermissions : NodePermissions.Browse;
        if ((set.PermissionsOf(caller.WellKnownRoles) & wanted) == 0)
            return StatusCodes.BadUserAccessDenied;
        value = attribute switch
        {
            AttributeId.RolePermissions => set.RolePermissions,
            AttributeId.UserRolePermissions => set.UserRolePermissions(caller.WellKnownRoles),
            _ => Variant.From(set.AccessRestrictions),
        };
        return StatusCodes.Good;
    }

    private Variant UserAccessLevel(AddressSpaceView space, NodeHandle node, UaCaller caller, in Variant nodesOwn)
    {
        var level = (byte)nodesOwn.Bits;
        if (CheckRead(space, node, caller).IsBad && space.PartOf(node, caller).IsNull)
            level &= unchecked((byte)~CurrentRead);
        if (Check(space, node, caller, NodePermissions.Write).IsBad)
            level &= unchecked((byte)~CurrentWrite);
        if (Check(space, node, caller, NodePermissions.ReadHistory).IsBad)
            level &= unchecked((byte)~HistoryRead);
        return Variant.From(level);
    }

    private StatusCode CheckRead(AddressSpaceView space, NodeHandle node, UaCaller caller) =>
        Check(space, node, caller, NodePermissions.Read) is { IsBad: true } denied && !space.IsAboutCaller(node, caller)
            ? denied
            : StatusCodes.Good;

    private StatusCode Check(AddressSpaceView space, NodeHandle node, UaCaller caller, NodePermissions wanted)
    {
        if (!caller.IsEncrypted && SetOf(space, node) is { NeedsEncryption: true })
            return StatusCodes.BadSecurityModeInsufficient;
        return Allows(space, node, caller, wanted) ? StatusCodes.Good : StatusCodes.BadUserAccessDenied;
    }

    private bool Allows(AddressSpaceView space, NodeHandle node, UaCaller caller, NodePermissions wanted) =>
        SetOf(space, node) is not { } set || (set.PermissionsOf(caller.WellKnownRoles) & wanted) != 0;

    private PermissionSet? SetOf(AddressSpaceView space, NodeHandle node) => space.PermissionsOf(node) ?? defaults;
}

/// <summary>Checks what the present user of a session may see. The answers change with the user and its roles.</summary>
internal sealed class SessionAccess(NodeAccess access, Func<UaCaller> caller)
{
    /// <summary>The same for the caller as it is now, whatever becomes of the session, which is not kept.</summary>
    public SessionAccess ForLastCaller()
    {
        var last = caller();
        return new SessionAccess(access, () => last);
    }

    /// <summary>Good, BadNotReadable, BadUserAccessDenied or BadSecurityModeInsufficient for a variable's value.</summary>
    public StatusCode ToReadValue(AddressSpaceView space, NodeHandle node) => access.ToRead(space, node, caller());

    /// <summary>An attribute other than the value.</summary>
    public DataValue ReadAttribute(AddressSpaceView space, NodeHandle node, AttributeId attribute) =>
        access.ReadAttribute(space, node, attribute, caller());

    /// <summary>True if the user may receive a node's events: whoever may read the node may.</summary>
    public bool MayHear(AddressSpaceView space, NodeHandle node) => access.MayHear(space, node, caller());
}
