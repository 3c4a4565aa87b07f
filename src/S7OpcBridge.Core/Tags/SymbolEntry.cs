using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>A symbol in the map: a tag, a structure, an array of structures, or a folder to browse. The CPU reports which. Immutable.</summary>
public sealed record SymbolEntry
{
    /// <summary>Index of its PLC in <see cref="TagMap.Plcs"/>.</summary>
    public required int Plc { get; init; }

    /// <summary>Path of the tag, or of the folder for the tags below the symbol.</summary>
    public required string Path { get; init; }

    /// <summary>The symbol as written: <c>"DB_Pack".State.Running</c>.</summary>
    public required string Symbol { get; init; }

    /// <summary>Index of the scan class in <see cref="TagMap.ScanGroups"/>.</summary>
    public required int ScanGroup { get; init; }

    /// <summary>The type in the map; default: the type that the CPU reports.</summary>
    public S7DataType Type { get; init; }

    /// <summary>Access that clients have, as far as the CPU permits writes.</summary>
    public TagAccess Access { get; init; } = TagAccess.Read;

    /// <summary>Optional properties; null where the map sets none.</summary>
    public TagDetails? Details { get; init; }

    /// <summary>True for <c>browse</c>: everything below the symbol becomes tags once the CPU has reported it.</summary>
    public bool IsBrowse { get; init; }
}
