using S7OpcBridge.Core;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Lists;

/// <summary>What goes into the map: each name fits, and none is there twice.</summary>
/// <param name="Plcs">The PLCs that have tags, in the order of the sources.</param>
internal sealed record ImportedPlant(IReadOnlyList<PlantPlc> Plcs)
{
    /// <summary>Texts of messages where no source has a PLC for them.</summary>
    public IReadOnlyList<CpuAlarmRow> Messages { get; init; } = [];
}

/// <summary>A PLC of the map.</summary>
/// <param name="Name">Its name in the map.</param>
/// <param name="Facts">What the sources say about it.</param>
/// <param name="Tags">Its tags in the order of the sources.</param>
internal sealed record PlantPlc(string Name, ImportedPlc Facts, IReadOnlyList<PlantTag> Tags)
{
    /// <summary>Texts of the messages that its CPU sends, each number once.</summary>
    public IReadOnlyList<CpuAlarmRow> Messages { get; init; } = [];
}

/// <summary>A tag of the map.</summary>
/// <param name="Name">Path below the PLC.</param>
/// <param name="Access">What clients may do.</param>
/// <param name="Row">Everything else.</param>
internal sealed record PlantTag(string Name, TagAccess Access, ImportedTag Row);
