namespace S7OpcBridge.Core;

/// <summary>
/// The machine that a PLC, or the whole plant of a map, belongs to, as its builder and its owner identify it. A text is empty where none is given.
/// </summary>
public sealed record MachineIdentity
{
    /// <summary>Who built it.</summary>
    public required string Manufacturer { get; init; }

    /// <summary>Its identifier, unique in the world, that the manufacturer has given it.</summary>
    public required string ProductInstanceUri { get; init; }

    /// <summary>The name that people know it by; empty: that of the PLC, or of the server.</summary>
    public string Name { get; init; } = "";

    /// <summary>Its serial number.</summary>
    public string SerialNumber { get; init; } = "";

    /// <summary>Name of the model.</summary>
    public string Model { get; init; } = "";

    /// <summary>Its order code.</summary>
    public string ProductCode { get; init; } = "";

    /// <summary>Where it stands.</summary>
    public string Location { get; init; } = "";

    /// <summary>The owner's number for it.</summary>
    public string AssetId { get; init; } = "";

    /// <summary>Year in which it was completed; 0: not known.</summary>
    public int Year { get; init; }
}
