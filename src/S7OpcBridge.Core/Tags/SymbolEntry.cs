using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>A symbol as the map names it: a tag, a structure or an array of them, or everything below it. What it is, only the CPU knows. Immutable.</summary>
public sealed record SymbolEntry
{
    /// <summary>Index of its PLC in <see cref="TagMap.Plcs"/>.</summary>
    public required int Plc { get; init; }

    /// <summary>Path of the tag, or of the folder for what is below.</summary>
    public required string Path { get; init; }

    /// <summary>The symbol as written: <c>"DB_Pack".State.Running</c>.</summary>
    public required string Symbol { get; init; }

    /// <summary>Index of the scan class in <see cref="TagMap.ScanGroups"/>.</summary>
    public required int ScanGroup { get; init; }

    /// <summary>The type that the map names; default: whatever the CPU has.</summary>
    public S7DataType Type { get; init; }

    /// <summary>Access that clients have; only reading where the CPU allows no more.</summary>
    public TagAccess Access { get; init; } = TagAccess.Read;

    /// <summary>What the map says about it besides; null: nothing.</summary>
    public TagDetails? Details { get; init; }

    /// <summary>True for <c>browse</c>: everything below the symbol, which has no tag before the CPU has told what that is.</summary>
    public bool IsBrowse { get; init; }
}
