namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>Settings of a user: UserConfigurationMask of OPC 10000-18, 5.2.3. MustChangePassword is not supported.</summary>
[Flags]
public enum UserConfiguration : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>The user cannot be removed.</summary>
    NoDelete = 1,

    /// <summary>The user cannot log in, as if it did not exist.</summary>
    Disabled = 2,

    /// <summary>The user cannot change its password itself.</summary>
    NoChangeByUser = 4,
}

/// <summary>A user as administrators see it.</summary>
/// <param name="Configuration">Its settings.</param>
/// <param name="Description">What administrators note about it; null: nothing.</param>
public sealed record ManagedUser(string Name, UserConfiguration Configuration, string? Description);

/// <summary>A change of a user; what is null stays.</summary>
/// <param name="Password">The new password.</param>
/// <param name="Configuration">The new settings.</param>
/// <param name="Description">The new description.</param>
public sealed record UserModification(string Name, string? Password, UserConfiguration? Configuration, string? Description);

/// <summary>
/// Stores the users for the methods of the UserManagement object (OPC 10000-18, 5.2). The stack does the protocol and checks permissions. Members are called
/// from any thread; each change returns a sentence for the audit, and is in effect when it returns. A <see cref="UaException"/> gives the call its status; an
/// <see cref="IOException"/> or <see cref="UnauthorizedAccessException"/> is BadResourceUnavailable.
/// </summary>
public sealed record UserManagement
{
    /// <summary>The users, disabled ones too.</summary>
    public required Func<IReadOnlyList<ManagedUser>> List { get; init; }

    /// <summary>Lengths that a password may have, in characters.</summary>
    public required (int Least, int Most) PasswordLength { get; init; }

    /// <summary>What a password must fulfil, for users to read.</summary>
    public required string PasswordRestrictions { get; init; }

    /// <summary>Adds a user with a password and no roles. BadAlreadyExists, BadOutOfRange: the password.</summary>
    public required Func<ManagedUser, string, string> Add { get; init; }

    /// <summary>Changes a user. BadNotFound, BadOutOfRange: the password.</summary>
    public required Func<UserModification, string> Modify { get; init; }

    /// <summary>Removes a user. BadNotFound, BadNotSupported: <see cref="UserConfiguration.NoDelete"/>.</summary>
    public required Func<string, string> Remove { get; init; }

    /// <summary>
    /// Changes the caller's own password from the first to the second. BadInvalidState: it has not logged in with one; BadIdentityTokenInvalid: the first is
    /// wrong; BadOutOfRange: the second may not be used; BadAlreadyExists: both are the same; BadNotSupported: <see cref="UserConfiguration.NoChangeByUser"/>.
    /// </summary>
    public required Func<UaCaller, string, string, CancellationToken, ValueTask<string>> ChangePassword { get; init; }
}
