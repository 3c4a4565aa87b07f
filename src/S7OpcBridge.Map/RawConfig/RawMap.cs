using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Cluster;
using S7OpcBridge.Map.RawConfig.Mqtt;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Server;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.RawConfig;

/// <summary>A map as written: all keys are read, references are not resolved yet, so that keys may have any order.</summary>
internal sealed class RawMap
{
    public RawServer Server { get; } = new();

    public RawWeb Web { get; } = new();

    public RawOtlp Otlp { get; } = new();

    /// <summary>Null: the map has no cluster.</summary>
    public RawCluster? Cluster { get; set; }

    public List<RawMqtt> Mqtt { get; } = [];

    public RawAlarmSettings Alarms { get; } = new();

    /// <summary>Levels of the log by category.</summary>
    public Dictionary<string, string> LogLevels { get; } = [];

    public List<RawPlc> Plcs { get; } = [];

    public Dictionary<string, RawTemplate> Templates { get; } = [];

    public Dictionary<string, UserType> Types { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Values of named constants in array bounds.</summary>
    public Dictionary<string, int> Constants { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Adds a type. A second one of the same name is an error, unless it is the same declaration read through another file.</summary>
    public void AddType(UserType type, FindingList findings)
    {
        if (!Types.TryAdd(type.Name, type) && Types[type.Name].Spot != type.Spot)
            findings.Error(
                type.Spot,
                $"the type '{type.Name}' is given twice, first at {Types[type.Name].Spot}; rename or remove one of them"
            );
    }

    /// <summary>True once the map has a list of PLCs, even a faulty one.</summary>
    public bool HasPlcs { get; set; }
}
