using System.Net;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>A PLC as written; null is "not said", and the profile or the default decides.</summary>
internal sealed class PlcDraft(SourceSpot spot)
{
    public SourceSpot Spot => spot;

    public string Name { get; set; } = "";

    public SourceSpot NameSpot { get; set; }

    public string? Host { get; set; }

    public SourceSpot HostSpot { get; set; }

    public int Port { get; set; } = 102;

    public string? Second { get; set; }

    public SourceSpot SecondSpot { get; set; }

    /// <summary>Session password, as read from its file.</summary>
    public string? Password { get; set; }

    public SourceSpot PasswordSpot { get; set; }

    public IPAddress? Bind { get; set; }

    public bool Simulate { get; set; }

    public string? Profile { get; set; }

    public int? Rack { get; set; }

    public int? Slot { get; set; }

    public ushort? LocalTsap { get; set; }

    public ushort? RemoteTsap { get; set; }

    /// <summary>Where rack, slot, TSAP or connection is said first; they must go together.</summary>
    public SourceSpot AddressingSpot { get; set; }

    public S7ConnectionType? Connection { get; set; }

    public int? PduSize { get; set; }

    public int? MaxItems { get; set; }

    public int? MaxJobs { get; set; }

    public TimeSpan? Timeout { get; set; }

    public TimeSpan? ReconnectFirst { get; set; }

    public TimeSpan? ReconnectMax { get; set; }

    public SourceSpot ReconnectSpot { get; set; }

    public TimeSpan? Stale { get; set; }

    public TimeZoneInfo? TimeZone { get; set; }

    public string? Encoding { get; set; }

    public bool Enabled { get; set; } = true;

    public bool Writes { get; set; } = true;

    public bool AllowOutputs { get; set; }

    public bool StopIsUncertain { get; set; } = true;

    public S7Load? Load { get; set; }

    public HeartbeatDraft? Heartbeat { get; set; }

    public List<ScanDraft> Scans { get; } = [];

    /// <summary>Who may do what with parts of it, in the order of the map.</summary>
    public List<RightsDraft> Rights { get; } = [];

    /// <summary>Roles in the permissions that are none of the well-known ones, and where.</summary>
    public List<(SourceSpot Spot, string Role)> NamedRoles { get; } = [];

    /// <summary>The PLC itself as the outermost group of its tags.</summary>
    public GroupDraft Root { get; } = new(parent: null);

    /// <summary>Tags, uses of templates and sources, in the order of the map.</summary>
    public List<EntryDraft> Entries { get; } = [];
}

/// <summary>A scan class as written.</summary>
internal sealed class ScanDraft(string name, SourceSpot spot)
{
    public string Name => name;

    public SourceSpot Spot => spot;

    public TimeSpan Interval { get; set; }

    public ScanMode Mode { get; set; }
}
