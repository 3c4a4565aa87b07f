namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Who keeps which users have a role, behind the methods of the role objects (OPC 10000-18, 4.4). The stack knows the protocol and who may call. Members may be called by
/// any thread, one at a time; each returns a sentence for the audit. A <see cref="UaException"/> gives the call its status.
/// </summary>
public sealed record RoleManagement
{
    /// <summary>Gives a role to those that a rule means, for this and all later runs. BadAlreadyExists: they have it.</summary>
    public required Func<WellKnownRoles, IdentityMappingRuleType, string> AddIdentity { get; init; }

    /// <summary>Takes it away again. BadNotFound: the role has no such rule.</summary>
    public required Func<WellKnownRoles, IdentityMappingRuleType, string> RemoveIdentity { get; init; }
}
