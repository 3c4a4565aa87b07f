using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Lists;

/// <summary>A PLC as a source knows it; null is "not said".</summary>
/// <param name="Name">Its name; empty where the source has none.</param>
/// <param name="Spot">Where it stands.</param>
internal sealed record ImportedPlc(string Name, SourceLocation Spot)
{
    public string? Host { get; set; }

    /// <summary>TCP port; null: 102.</summary>
    public int? Port { get; set; }

    /// <summary>Name of the CPU family, as the map's key <c>profile</c> has it.</summary>
    public string? Profile { get; set; }

    public int? Rack { get; set; }

    public int? Slot { get; set; }

    public ushort? LocalTsap { get; set; }

    public ushort? RemoteTsap { get; set; }

    /// <summary>basic, op or pg.</summary>
    public string? Connection { get; set; }

    public int? PduSize { get; set; }

    public TimeSpan? Timeout { get; set; }

    public bool? Enabled { get; set; }

    /// <summary>True: <c>protocol: s7plus</c>; its tags are read by symbol.</summary>
    public bool IsPlus { get; set; }

    /// <summary>False for a CPU that answers no symbols, because its family or firmware has no S7CommPlus over TLS; null: not known.</summary>
    public bool? HasSymbols { get; set; }

    /// <summary>Order number, firmware, what its protection allows: lines of comment above the PLC in the map.</summary>
    public List<string> Facts { get; } = [];
}
