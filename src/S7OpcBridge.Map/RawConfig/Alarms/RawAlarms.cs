using S7OpcBridge.Core;

namespace S7OpcBridge.Map.RawConfig.Alarms;

/// <summary>A word of the map with its location.</summary>
internal readonly record struct RawWord(string Text, SourceLocation Spot);

/// <summary>What a tag says about its alarms.</summary>
internal sealed class RawTagAlarms
{
    /// <summary>Its own alarm; null: none.</summary>
    public RawAlarm? Own { get; set; }

    /// <summary>The file with the alarms of its bits or limits; null: none.</summary>
    public RawAlarmList? List { get; set; }

    /// <summary>The class of alarms that name none.</summary>
    public RawWord? Class { get; set; }
}

/// <summary>The alarm of a tag as written.</summary>
internal sealed class RawAlarm(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public RawWord? Class { get; set; }

    public int Severity { get; set; }

    /// <summary>The texts by language; empty: the description or the name of the tag.</summary>
    public List<LocalText> Texts { get; } = [];

    public SourceLocation TextSpot { get; set; }

    /// <summary>The state of the bit; null where not written.</summary>
    public bool? When { get; set; }

    public TimeSpan Delay { get; set; }

    public TimeSpan OffDelay { get; set; }

    /// <summary>The limits from the highest to the lowest; null where not written.</summary>
    public double?[] Limits { get; } = new double?[4];

    public SourceLocation LimitSpot { get; set; }

    public double? Hysteresis { get; set; }

    public bool? Exclusive { get; set; }

    public RawAcknowledgement Ack { get; } = new();

    /// <summary>The keys that belong to limits.</summary>
    public bool HasLimits => Array.Exists(Limits, limit => limit is not null) || Hysteresis is not null || Exclusive is not null;
}

/// <summary>Where acknowledgements go to and come from: addresses, or paths of tags.</summary>
internal sealed class RawAcknowledgement
{
    /// <summary>The bit that is set.</summary>
    public RawWord? Write { get; set; }

    /// <summary>The bit by which the PLC acknowledges or answers.</summary>
    public RawWord? Echo { get; set; }
}

/// <summary>A file with alarms, as a tag names it.</summary>
internal sealed class RawAlarmList(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    /// <summary>The file, relative to the working directory.</summary>
    public string Path { get; set; } = "";

    /// <summary>The name of the tag in the file; null: the tag's own.</summary>
    public RawWord? Trigger { get; set; }

    public RawWord? Class { get; set; }

    public TimeSpan Delay { get; set; }

    /// <summary>Code page of a text file; null: detected.</summary>
    public string? Encoding { get; set; }
}

/// <summary>The key <c>alarms</c> of the map as written.</summary>
internal sealed class RawAlarmSettings
{
    /// <summary>True where the map has the key.</summary>
    public bool IsThere { get; set; }

    public Dictionary<string, AlarmClass> Classes { get; } = [];

    public RawWord? Default { get; set; }

    public bool System { get; set; } = true;

    public string? StateFile { get; set; }
}
