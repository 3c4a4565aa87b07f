using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Alarms;

/// <summary>The keys of a tag's <c>alarm</c>.</summary>
internal static class AlarmKeys
{
    private static readonly TimeSpan LongestDelay = TimeSpan.FromHours(24);

    public static readonly KeyTable<RawAlarm> Table = new(
        "alarm",
        new(
            "class",
            KeyShape.Text,
            "One of 'alarms: classes'. Default: the group's, else that of the map.",
            static (yaml, alarm) => alarm.Class = ReadWord(yaml, "the name of a class of alarms, such as Errors")
        ),
        new(
            "severity",
            KeyShape.Whole(1, 1000),
            "Severity instead of that of the class, 1 to 1000.",
            static (yaml, alarm) => alarm.Severity = yaml.Whole(1, 1000) ?? 0
        ),
        new(
            "text",
            KeyShape.Any(KeyShape.Text, KeyShape.MapOf(KeyShape.Text)),
            "A text, or one per language: { en: Motor overload, de: Motor überlastet }; {Level} is the value of a tag. Default: the description.",
            ReadText
        ),
        new(
            "when",
            KeyShape.Bool,
            "The state of the bit in which the alarm is active. Default true.",
            static (yaml, alarm) => alarm.When = yaml.Bool()
        ),
        new(
            "delay",
            KeyShape.Duration,
            "How long the cause must last before the alarm comes. Default: none.",
            static (yaml, alarm) => alarm.Delay = ReadDelay(yaml)
        ),
        new(
            "offDelay",
            KeyShape.Duration,
            "How long the cause must be gone before the alarm goes. Default: none.",
            static (yaml, alarm) => alarm.OffDelay = ReadDelay(yaml)
        ),
        Limit("highHigh", 0, "above"),
        Limit("high", 1, "above"),
        Limit("low", 2, "below"),
        Limit("lowLow", 3, "below"),
        new(
            "hysteresis",
            KeyShape.Number,
            "How far the value must go back behind a limit before the alarm goes. Default 0.",
            static (yaml, alarm) => alarm.Hysteresis = yaml.Number(0)
        ),
        new(
            "exclusive",
            KeyShape.Bool,
            "true: one state at a time, High or HighHigh; false: a state per limit. Default true.",
            static (yaml, alarm) => alarm.Exclusive = yaml.Bool()
        ),
        new(
            "ack",
            KeyShape.Any(KeyShape.Text, KeyShape.Ref("acknowledgement")),
            "The bit that is set when somebody acknowledges, and by which the PLC acknowledges: an address such as DB11.DBX20.0, or the name of a tag.",
            static (yaml, alarm) => ReadAcknowledgement(yaml, alarm.Ack)
        )
    );

    /// <summary>The keys of <c>ack</c> where the two directions have a bit each.</summary>
    public static readonly KeyTable<RawAcknowledgement> Acknowledgement = new(
        "acknowledgement",
        new(
            "write",
            KeyShape.Text,
            "The bit that is set when somebody acknowledges: an address, or the name of a tag.",
            static (yaml, ack) => ack.Write = ReadWord(yaml, "an address such as DB11.DBX20.0")
        ),
        new(
            "echo",
            KeyShape.Text,
            "The bit by which the PLC acknowledges, or answers: an address, or the name of a tag.",
            static (yaml, ack) => ack.Echo = ReadWord(yaml, "an address such as DB11.DBX20.0")
        )
    );

    public static readonly KeyShape Shape = KeyShape.Any(KeyShape.Text, KeyShape.Ref("alarm"));

    /// <summary>Reads the alarm of a tag: a mapping, or only its text; null after a finding.</summary>
    public static RawAlarm? Read(YamlReader yaml)
    {
        var alarm = new RawAlarm(yaml.Spot);
        if (!yaml.AtScalar)
            return Table.Read(yaml, alarm) ? alarm : null;
        ReadText(yaml, alarm);
        return alarm;
    }

    /// <summary>Reads a word and where it stands; null after a finding.</summary>
    public static RawWord? ReadWord(YamlReader yaml, string expected)
    {
        var spot = yaml.Spot;
        return yaml.Text(expected) is { } text ? new RawWord(text, spot) : null;
    }

    public static TimeSpan ReadDelay(YamlReader yaml) => yaml.Duration(TimeSpan.Zero, LongestDelay) ?? TimeSpan.Zero;

    private static MapKey<RawAlarm> Limit(string name, int index, string side) =>
        new(
            name,
            KeyShape.Number,
            $"Active {side} this value.",
            (yaml, alarm) =>
            {
                alarm.LimitSpot = yaml.Spot;
                alarm.Limits[index] = yaml.Number();
            }
        );

    private static void ReadText(YamlReader yaml, RawAlarm alarm)
    {
        alarm.TextSpot = yaml.Spot;
        if (!yaml.AtMapping)
        {
            if (yaml.Text("a text, or one per language, such as { en: Motor overload, de: Motor überlastet }") is { } text)
                alarm.Texts.Add(new LocalText("", text));
            return;
        }
        yaml.EnterMapping("languages and their texts");
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } locale)
                continue;
            yaml.Key = locale;
            if (!Locales.IsLocale(locale))
                yaml.Findings.Error(spot, $"'{locale}' is no language; write it as de or en-US");
            else if (alarm.Texts.Exists(text => text.Locale.Equals(locale, StringComparison.OrdinalIgnoreCase)))
                yaml.Findings.Error(spot, $"the text in '{locale}' is given twice; remove one of them");
            if (yaml.Text() is { } text)
                alarm.Texts.Add(new LocalText(locale, text));
        }
        if (alarm.Texts.Count == 0)
            yaml.Findings.Error(alarm.TextSpot, "'text' has no texts; write them by language, such as { en: Motor overload }");
    }

    private static void ReadAcknowledgement(YamlReader yaml, RawAcknowledgement ack)
    {
        if (yaml.AtMapping)
            Acknowledgement.Read(yaml, ack);
        else
            ack.Write = ack.Echo = ReadWord(yaml, "an address such as DB11.DBX20.0, or { write: DB11.DBX20.0, echo: DB11.DBX22.0 }");
    }
}
