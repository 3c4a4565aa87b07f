using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>A user who has logged in with an access token.</summary>
/// <param name="Name">The user's name with that of the issuer: <c>anna@login.plant.local</c>.</param>
/// <param name="Roles">The roles here.</param>
/// <param name="Token">What the token says.</param>
/// <param name="Ends">When the token ends, by <see cref="TimeProvider.GetTimestamp"/>.</param>
internal sealed record TokenUser(string Name, IReadOnlyList<string> Roles, AccessToken Token, long Ends) : UaUser(Name, Roles);
