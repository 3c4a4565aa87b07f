using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.Lists;

/// <summary>A data block that a source declares: its members become tags once all sources are read, since types and numbers may come from others.</summary>
/// <param name="Declaration">Members as declared, or the type that it is made of.</param>
/// <param name="Spot">Where it stands.</param>
internal sealed record ImportedBlock(UserType Declaration, SourceLocation Spot)
{
    /// <summary>The PLC as the source names it; empty where it names none.</summary>
    public string Plc { get; init; } = "";

    /// <summary>Number of the block; null: another source may tell it.</summary>
    public int? Number { get; init; }

    /// <summary>True: its bytes have no fixed place, so its members have symbols only.</summary>
    public bool IsOptimised { get; init; }

    /// <summary>Folders above the block's own.</summary>
    public IReadOnlyList<string> Path { get; init; } = [];

    /// <summary>The block's name in the program.</summary>
    public string Name => Declaration.Name;
}
