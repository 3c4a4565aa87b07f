using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>What a type's text means: an elementary type (with its array), or a structure, or an array of structures.</summary>
/// <param name="Elementary">The type, where <paramref name="User"/> is null.</param>
/// <param name="User">The structure.</param>
/// <param name="Bounds">Dimensions of an array of structures; empty for one.</param>
internal sealed record TypeReference(S7DataType Elementary, UserType? User, IReadOnlyList<ArrayBounds> Bounds);
