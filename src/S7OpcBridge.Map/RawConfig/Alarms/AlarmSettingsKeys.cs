using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Alarms;

/// <summary>The keys of <c>alarms</c> on the first level of the map.</summary>
internal static class AlarmSettingsKeys
{
    public static readonly KeyTable<RawAlarmClass> Class = new(
        "alarm class",
        new(
            "severity",
            KeyShape.Whole(1, 1000),
            "Severity of its events, 1 to 1000. Default 500.",
            static (yaml, c) => c.Value = c.Value with { Severity = yaml.Whole(1, 1000) ?? 500 }
        ),
        new(
            "ack",
            KeyShape.Bool,
            "true: an alarm stays until it was acknowledged. Default true.",
            static (yaml, c) => c.Value = c.Value with { Acknowledge = yaml.Bool() ?? true }
        ),
        new(
            "confirm",
            KeyShape.Bool,
            "true: it must be confirmed after that. Default false.",
            static (yaml, c) => c.Value = c.Value with { Confirm = yaml.Bool() ?? false }
        )
    );

    public static readonly KeyTable<RawAlarmSettings> Table = new(
        "alarm setting",
        new(
            "classes",
            KeyShape.MapOf(KeyShape.Ref("alarmClass")),
            "Classes of alarms, such as { Errors: { severity: 800 } }.",
            ReadClasses
        ),
        new(
            "default",
            KeyShape.Text,
            "Class of alarms that name none. Default: severity 500, to be acknowledged.",
            static (yaml, settings) => settings.Default = AlarmKeys.ReadWord(yaml, "the name of a class of alarms")
        ),
        new(
            "system",
            KeyShape.Bool,
            "false: no alarms of PLCs without connection and of certificates that expire. Default true.",
            static (yaml, settings) => settings.System = yaml.Bool() ?? true
        ),
        new(
            "state",
            KeyShape.Text,
            "File in which acknowledgements survive a restart. Default: the name of the map with .alarms.json, in the state folder or beside the map.",
            static (yaml, settings) =>
                settings.StateFile = yaml.Text("the name of a file") is { } path ? StateFolder.Resolve(yaml.File, path) : null
        )
    );

    public static void Read(YamlReader yaml, RawAlarmSettings settings)
    {
        settings.IsThere = true;
        Table.Read(yaml, settings);
    }

    private static void ReadClasses(YamlReader yaml, RawAlarmSettings settings)
    {
        if (!yaml.EnterMapping("names of classes with their keys, such as { Errors: { severity: 800 } }"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            var read = new RawAlarmClass(new AlarmClass(name));
            Class.Read(yaml, read);
            if (read.Value is { Confirm: true, Acknowledge: false })
                yaml.Findings.Error(spot, $"the class '{name}' is confirmed but not acknowledged; set 'ack: true', or remove 'confirm'");
            if (!settings.Classes.TryAdd(name, read.Value))
                yaml.Findings.Error(spot, $"the class '{name}' is given twice; remove one of them");
        }
    }
}

/// <summary>A class of alarms being read.</summary>
internal sealed class RawAlarmClass(AlarmClass value)
{
    public AlarmClass Value { get; set; } = value;
}
