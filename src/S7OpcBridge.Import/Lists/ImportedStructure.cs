using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Lists;

/// <summary>A tag whose type is a structure: its members become tags once all types are known.</summary>
/// <param name="Plc">The PLC as the source names it.</param>
/// <param name="Path">Levels of its name.</param>
/// <param name="Address">Where it begins.</param>
/// <param name="Type">Name of the structure.</param>
/// <param name="Access">What clients may do; null: not said.</param>
/// <param name="Symbol">Its symbol in the program; null: none.</param>
/// <param name="Spot">Where it stands.</param>
internal sealed record ImportedStructure(
    string Plc,
    IReadOnlyList<string> Path,
    S7Address Address,
    string Type,
    TagAccess? Access,
    string? Symbol,
    SourceLocation Spot
);
