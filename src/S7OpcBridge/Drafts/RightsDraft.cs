using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>What the map says about who may do what with a part of a PLC, and where it says so.</summary>
internal sealed record RightsDraft(SourceSpot Spot, TagPathPattern Path, IReadOnlyList<(string Role, TagRights Rights)> Roles);
