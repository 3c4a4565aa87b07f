using System.Net;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Machines;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.RawConfig.Plcs;

/// <summary>A PLC as written; null means not set, and the profile or the default applies.</summary>
internal sealed class RawPlc(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public string Name { get; set; } = "";

    public SourceLocation NameSpot { get; set; }

    public string? Host { get; set; }

    public SourceLocation HostSpot { get; set; }

    public int Port { get; set; } = 102;

    public string? Second { get; set; }

    public SourceLocation SecondSpot { get; set; }

    /// <summary>Session password, read from its file.</summary>
    public string? Password { get; set; }

    public SourceLocation PasswordSpot { get; set; }

    /// <summary>The keys that only <c>protocol: s7plus</c> has.</summary>
    public RawS7Plus Plus { get; } = new();

    public IPAddress? Bind { get; set; }

    public bool Simulate { get; set; }

    public string? Profile { get; set; }

    public int? Rack { get; set; }

    public int? Slot { get; set; }

    public ushort? LocalTsap { get; set; }

    public ushort? RemoteTsap { get; set; }

    /// <summary>Location of the first of rack, slot, TSAPs and connection, which must fit together.</summary>
    public SourceLocation AddressingSpot { get; set; }

    public S7ConnectionType? Connection { get; set; }

    public int? PduSize { get; set; }

    public int? MaxItems { get; set; }

    public int? MaxJobs { get; set; }

    public TimeSpan? Timeout { get; set; }

    public TimeSpan? ReconnectFirst { get; set; }

    public TimeSpan? ReconnectMax { get; set; }

    public SourceLocation ReconnectSpot { get; set; }

    public TimeSpan? Stale { get; set; }

    public TimeZoneInfo? TimeZone { get; set; }

    public string? Encoding { get; set; }

    public bool Enabled { get; set; } = true;

    /// <summary>The node of the cluster that reads this PLC while it is alive.</summary>
    public string? Owner { get; set; }

    public SourceLocation OwnerSpot { get; set; }

    public bool Writes { get; set; } = true;

    public bool AllowOutputs { get; set; }

    public bool StopIsUncertain { get; set; } = true;

    public S7Load? Load { get; set; }

    public RawHeartbeat? Heartbeat { get; set; }

    /// <summary>The alarms of the CPU; null: the map says nothing of them.</summary>
    public RawCpuAlarms? Alarms { get; set; }

    /// <summary>The machine that it controls; null: the map names none here.</summary>
    public RawMachine? Machine { get; set; }

    public List<RawScan> Scans { get; } = [];

    /// <summary>Permissions for parts of the PLC, in the order of the map.</summary>
    public List<RawRights> Rights { get; } = [];

    /// <summary>Custom roles named in the permissions, with their locations.</summary>
    public List<(SourceLocation Spot, string Role)> NamedRoles { get; } = [];

    /// <summary>The PLC itself, as the outermost group of its tags.</summary>
    public RawGroup Root { get; } = new(parent: null);

    /// <summary>Tags, uses of templates and sources, in the order of the map.</summary>
    public List<RawEntry> Entries { get; } = [];
}
