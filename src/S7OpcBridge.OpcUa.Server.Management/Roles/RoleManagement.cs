namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>
/// Stores the roles and which users have them, for the methods of RoleSet and of the role objects (OPC 10000-18, 4.2 and 4.4). The stack does the protocol and
/// checks permissions. Members are called from any thread, one at a time; each returns a sentence for the audit, and the change is in effect when it returns. A
/// <see cref="UaException"/> gives the call its status; an <see cref="IOException"/> or <see cref="UnauthorizedAccessException"/> is BadResourceUnavailable.
/// </summary>
public sealed record RoleManagement
{
    /// <summary>Adds a rule to a role, for this and all later runs. BadAlreadyExists: the role has it.</summary>
    public required Func<string, IdentityMappingRuleType, string> AddIdentity { get; init; }

    /// <summary>Removes a rule from a role. BadNotFound: the role does not have it.</summary>
    public required Func<string, IdentityMappingRuleType, string> RemoveIdentity { get; init; }

    /// <summary>Adds a role. The name has been checked to be valid and new.</summary>
    public required Func<RoleConfiguration, string> AddRole { get; init; }

    /// <summary>Removes a role, which is not a well-known one, and takes it from all users.</summary>
    public required Func<string, string> RemoveRole { get; init; }

    /// <summary>Stores for which applications and endpoints a role is valid.</summary>
    public required Func<RoleConfiguration, string> Restrict { get; init; }
}
