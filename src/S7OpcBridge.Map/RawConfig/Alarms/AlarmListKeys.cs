using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Alarms;

/// <summary>The keys of a tag's <c>alarms</c>: a file with the texts of its bits, or of its limits.</summary>
internal static class AlarmListKeys
{
    private const string Expected = "the name of a file such as alarms.xlsx or alarms.csv";

    public static readonly KeyTable<RawAlarmList> Table = new(
        "alarm list",
        new(
            "file",
            KeyShape.Text,
            "File with the alarms as TIA Portal, WinCC or WinCC flexible export them (.xlsx, .csv, .txt).",
            static (yaml, list) => list.Path = ReadPath(yaml)
        ),
        new(
            "trigger",
            KeyShape.Text,
            "Name of the trigger tag in the file. Default: the tag's own name.",
            static (yaml, list) => list.Trigger = AlarmKeys.ReadWord(yaml, "the name of the trigger tag in the file")
        ),
        new(
            "class",
            KeyShape.Text,
            "Class instead of those in the file.",
            static (yaml, list) => list.Class = AlarmKeys.ReadWord(yaml, "the name of a class of alarms")
        ),
        new(
            "delay",
            KeyShape.Duration,
            "How long a cause must last before its alarm comes. Default: that of the file.",
            static (yaml, list) => list.Delay = AlarmKeys.ReadDelay(yaml)
        ),
        new(
            "encoding",
            KeyShape.Text,
            "Code page of a text file, such as windows-1250. Default: by its byte order mark, UTF-8, or windows-1252.",
            static (yaml, list) => list.Encoding = Encodings.Read(yaml)
        )
    );

    public static readonly KeyShape Shape = KeyShape.Any(KeyShape.Text, KeyShape.Ref("alarmList"));

    /// <summary>Reads the file of a tag: a mapping, or only its name; null after a finding.</summary>
    public static RawAlarmList? Read(YamlReader yaml)
    {
        var list = new RawAlarmList(yaml.Spot);
        if (yaml.AtMapping)
            Table.Read(yaml, list);
        else
            list.Path = ReadPath(yaml);
        return list.Path.Length > 0 ? list : null;
    }

    private static string ReadPath(YamlReader yaml) => yaml.Text(Expected) is { } path ? yaml.File.Resolve(path) : "";
}
