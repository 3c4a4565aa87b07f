using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>What the map says about alarms as a whole; the alarms themselves belong to their tags.</summary>
public sealed record AlarmSettings
{
    /// <summary>The classes by name.</summary>
    public IReadOnlyDictionary<string, AlarmClass> Classes { get; init; } = new Dictionary<string, AlarmClass>();

    /// <summary>The class of alarms that name none.</summary>
    public AlarmClass Default { get; init; } = AlarmClass.Default;

    /// <summary>True: PLCs without connection and certificates that expire are alarms too.</summary>
    public bool System { get; init; } = true;

    /// <summary>File in which the states survive a restart, resolved; null: <c>NAME.alarms.json</c> in the state folder or beside the map.</summary>
    public string? StateFile { get; init; }
}
