using S7OpcBridge.OpcUa.Server.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The identity of a session, which decides who may take over its subscriptions.</summary>
/// <param name="User">The user's name; null: anonymous.</param>
/// <param name="ApplicationUri">The client's application, proved by its certificate where <paramref name="IsSecure"/>.</param>
/// <param name="IsSecure">The channel is signed.</param>
internal sealed record OwnerIdentity(string? User, string? ApplicationUri, bool IsSecure)
{
    /// <summary>The client to which its subscriptions and items count.</summary>
    public ClientIdentity Client { get; init; } = new(User, null, null);

    /// <summary>
    /// True if this session may take over subscriptions of the other (OPC 10000-4, 5.14.7): with the same user; without a user only with the same application
    /// over signed channels, because on other channels the ApplicationUri is not proved.
    /// </summary>
    public bool MayTakeOverFrom(OwnerIdentity other) =>
        User is not null
            ? User == other.User
            : other.User is null && IsSecure && other.IsSecure && ApplicationUri is not null && ApplicationUri == other.ApplicationUri;
}
