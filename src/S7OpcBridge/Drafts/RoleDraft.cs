using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>A role of a users file as written, and where.</summary>
internal sealed class RoleDraft
{
    public required SourceSpot Spot { get; init; }

    public RoleConfiguration Role { get; set; } = new("");

    public string? Like { get; set; }

    public SourceSpot LikeSpot { get; set; }
}

/// <summary>An endpoint of such a role while it is being read.</summary>
internal sealed class RoleEndpointDraft
{
    public EndpointType Endpoint { get; } = new();
}
