using System.Net;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>What pages ask the running bridge to do, as functions that the program fills in. Any thread.</summary>
public sealed record BridgeCommands
{
    /// <summary>Checks name and password of a user from an address; null: they are wrong. The function is null where there are no users.</summary>
    /// <exception cref="UaException">The user has to wait, after wrong passwords.</exception>
    public Func<string, ReadOnlyMemory<byte>, EndPoint?, CancellationToken, ValueTask<PageUser?>>? LogInAsync { get; init; }

    /// <summary>Raises the audit event of a login: user, address, and whether it succeeded.</summary>
    public Action<string, EndPoint?, bool> AuditLogin { get; init; } = static (_, _, _) => { };
}

/// <summary>A user who has logged in.</summary>
/// <param name="IsValid">False once the user would no longer be admitted with the same password.</param>
public sealed record PageUser(Func<bool> IsValid);
