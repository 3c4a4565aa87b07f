using S7OpcBridge.OpcUa.Server.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>Who a session belongs to, as far as it decides who may take over subscriptions.</summary>
/// <param name="User">The user's name; null: anonymous.</param>
/// <param name="ApplicationUri">The client's application, proved by its certificate where <paramref name="IsSecure"/>.</param>
/// <param name="IsSecure">The channel is signed.</param>
internal sealed record OwnerIdentity(string? User, string? ApplicationUri, bool IsSecure)
{
    /// <summary>By what its share of what all clients have is counted.</summary>
    public ClientIdentity Client { get; init; } = new(User, null, null);

    /// <summary>
    /// True when this one may take over what the other left (OPC 10000-4, 5.14.7): the same user; without a user only the same application over signed
    /// channels, because on other channels anybody can give that name.
    /// </summary>
    public bool MayTakeOverFrom(OwnerIdentity other) => User is not null
        ? User == other.User
        : other.User is null && IsSecure && other.IsSecure && ApplicationUri is not null && ApplicationUri == other.ApplicationUri;
}
