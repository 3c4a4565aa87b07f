using S7OpcBridge.Core;

namespace S7OpcBridge.Map.RawConfig.Machines;

/// <summary>A machine as written.</summary>
/// <param name="spot">Where.</param>
internal sealed class RawMachine(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public string? Manufacturer { get; set; }

    public string? ProductInstanceUri { get; set; }

    public SourceLocation UriSpot { get; set; }

    public string Name { get; set; } = "";

    public string SerialNumber { get; set; } = "";

    public string Model { get; set; } = "";

    public string ProductCode { get; set; } = "";

    public string Location { get; set; } = "";

    public string AssetId { get; set; } = "";

    public int Year { get; set; }

    /// <summary>What comes of it; null: something that a machine needs is missing, and was found.</summary>
    public MachineIdentity? Identity =>
        Manufacturer is null || ProductInstanceUri is null
            ? null
            : new MachineIdentity
            {
                Manufacturer = Manufacturer,
                ProductInstanceUri = ProductInstanceUri,
                Name = Name,
                SerialNumber = SerialNumber,
                Model = Model,
                ProductCode = ProductCode,
                Location = Location,
                AssetId = AssetId,
                Year = Year,
            };
}
