using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig;

/// <summary>A map as it was written: every key read, nothing yet looked up elsewhere, so that keys may stand in any order.</summary>
internal sealed class RawMap
{
    public RawServer Server { get; } = new();

    public RawWeb Web { get; } = new();

    public RawOtlp Otlp { get; } = new();

    public List<RawPlc> Plcs { get; } = [];

    public Dictionary<string, RawTemplate> Templates { get; } = [];

    public Dictionary<string, UserType> Types { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Numbers of constants in array bounds, by name.</summary>
    public Dictionary<string, int> Constants { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Adds a type; a second one of the same name is an error unless it is the same place, read again by another file.</summary>
    public void AddType(UserType type, FindingList findings)
    {
        if (!Types.TryAdd(type.Name, type) && Types[type.Name].Spot != type.Spot)
            findings.Error(type.Spot, $"the type '{type.Name}' is given twice, first at {Types[type.Name].Spot}; rename or remove one of them");
    }

    /// <summary>True once the map has said what PLCs there are, even wrongly.</summary>
    public bool HasPlcs { get; set; }
}

/// <summary>A named list of tags with parameters in it.</summary>
internal sealed class RawTemplate(string name, SourceLocation spot)
{
    public string Name => name;

    public SourceLocation Spot => spot;

    /// <summary>Its tags, played once per use.</summary>
    public RecordedEvents? Tags { get; set; }

    public bool Used { get; set; }
}
