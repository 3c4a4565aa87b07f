namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Who keeps the roles, and which users have them, behind the methods of RoleSet and of the role objects (OPC 10000-18, 4.2 and 4.4). The stack knows the protocol and who may
/// call. Members may be called by any thread, one at a time; each returns a sentence for the audit, and what it changed holds when it returns. A <see cref="UaException"/>
/// gives the call its status.
/// </summary>
public sealed record RoleManagement
{
    /// <summary>Gives the role of this name to those that a rule means, for this and all later runs. BadAlreadyExists: they have it.</summary>
    public required Func<string, IdentityMappingRuleType, string> AddIdentity { get; init; }

    /// <summary>Takes it away again. BadNotFound: the role has no such rule.</summary>
    public required Func<string, IdentityMappingRuleType, string> RemoveIdentity { get; init; }

    /// <summary>Adds a role. The name has been checked, and is new.</summary>
    public required Func<RoleConfiguration, string> AddRole { get; init; }

    /// <summary>Removes the role of this name, which is none of the well-known ones, from the users that have it as well.</summary>
    public required Func<string, string> RemoveRole { get; init; }

    /// <summary>Keeps for which applications and endpoints a role holds.</summary>
    public required Func<RoleConfiguration, string> Restrict { get; init; }
}
