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

    /// <summary>The rest.</summary>
    public MachineIdentity Optional { get; set; } = new() { Manufacturer = "", ProductInstanceUri = "" };

    /// <summary>What comes of it; null: something that a machine needs is missing, and was found.</summary>
    public MachineIdentity? Identity =>
        Manufacturer is null || ProductInstanceUri is null
            ? null
            : Optional with
            {
                Manufacturer = Manufacturer,
                ProductInstanceUri = ProductInstanceUri,
            };
}
