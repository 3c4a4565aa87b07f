using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig;

/// <summary>A named list of tags with parameters.</summary>
internal sealed class RawTemplate(string name, SourceLocation spot)
{
    public string Name => name;

    public SourceLocation Spot => spot;

    /// <summary>Its tags as recorded events, read once per use.</summary>
    public RecordedEvents? Tags { get; set; }

    public bool Used { get; set; }

    /// <summary>True after the finding that its uses are nested too deep.</summary>
    public bool IsTooDeep { get; set; }
}
