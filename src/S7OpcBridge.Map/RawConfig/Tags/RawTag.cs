using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Alarms;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>A tag as written. Locations that would be equal are stored once, because there may be a million tags.</summary>
internal sealed class RawTag(RawGroup group, SourceLocation spot) : RawEntry(group, spot)
{
    /// <summary>Path below the group.</summary>
    public string Name { get; set; } = "";

    public SourceLocation NameSpot { get; set; }

    /// <summary>Address, offset or symbol as written.</summary>
    public string? Address { get; set; }

    public SourceLocation AddressSpot { get; set; }

    /// <summary>True where <see cref="Address"/> is an offset into the group's data block.</summary>
    public bool IsOffset { get; set; }

    /// <summary>True where <see cref="Address"/> is a symbol.</summary>
    public bool IsSymbol { get; set; }

    public string? Type { get; set; }

    public SourceLocation TypeSpot { get; set; }

    public string? Scan { get; set; }

    public SourceLocation ScanSpot { get; set; }

    public TagAccess? Access { get; set; }

    /// <summary>Unit, range, description and the like; null where none is set.</summary>
    public TagDetails? Details { get; set; }

    /// <summary>OPC UA type that replaces the default one.</summary>
    public string? UaType { get; set; }

    /// <summary>Name of its snapshot group.</summary>
    public string? Snapshot { get; set; }

    public SourceLocation SnapshotSpot { get; set; }

    /// <summary>Its simulation; null: chosen by name, type, unit and range.</summary>
    public TagSimulation? Simulate { get; set; }

    public SourceLocation HistorySpot { get; set; }

    /// <summary>Its alarms; null: none.</summary>
    public RawTagAlarms? Alarms { get; set; }

    /// <summary>The details, or empty ones to be extended.</summary>
    public TagDetails More => Details ?? NoDetails;

    private static readonly TagDetails NoDetails = new();
}
