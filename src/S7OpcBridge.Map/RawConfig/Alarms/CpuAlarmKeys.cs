using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Alarms;

/// <summary>The keys of a PLC's <c>alarms</c>: those that the CPU raises itself.</summary>
internal static class CpuAlarmKeys
{
    public static readonly KeyTable<RawCpuAlarms> Table = new(
        "alarm setting of a PLC",
        new(
            "plc",
            KeyShape.Bool,
            "true: the alarms that the CPU raises itself (Program_Alarm, ProDiag, ALARM_8, NOTIFY, system alarms) are shown. Default false.",
            static (yaml, alarms) => alarms.IsWanted = yaml.Bool() ?? false
        ),
        new(
            "experimental",
            KeyShape.Bool,
            "true: also what few CPUs were tried with: to acknowledge, and ALARM_S of S7-300 and S7-400. Default false.",
            static (yaml, alarms) => alarms.IsExperimental = yaml.Bool() ?? false
        ),
        new(
            "texts",
            KeyShape.Text,
            "File with the texts (.xlsx, .csv) of an S7-300 or S7-400, which has none: columns id, text [de-DE], class or severity. Default none.",
            static (yaml, alarms) =>
            {
                alarms.TextsSpot = yaml.Spot;
                if (yaml.Text("the name of a file such as alarms.xlsx or alarms.csv") is { } path)
                    alarms.Texts = yaml.File.Resolve(path);
            }
        ),
        new(
            "languages",
            KeyShape.ListOf(KeyShape.Text),
            "Languages to ask a CPU with 'protocol: s7plus' for, such as [de-DE, en-US]. Default: all that it has.",
            ReadLanguages
        )
    );

    private static void ReadLanguages(YamlReader yaml, RawCpuAlarms alarms)
    {
        alarms.LanguagesSpot = yaml.Spot;
        if (!yaml.EnterSequence("a list of languages, such as [de-DE, en-US]"))
            return;
        while (!yaml.Leave())
        {
            var spot = yaml.Spot;
            if (yaml.Text("a language such as de-DE") is not { } language)
                continue;
            if (!Locales.IsLocale(language))
                yaml.Findings.Error(spot, $"'{language}' is no language; write it as de-DE or en-US");
            else if (!alarms.Languages.Contains(language, StringComparer.OrdinalIgnoreCase))
                alarms.Languages.Add(language);
        }
    }
}

/// <summary>The alarms of a CPU as written.</summary>
internal sealed class RawCpuAlarms(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    /// <summary>True for <c>plc: true</c>; without it the other keys mean nothing.</summary>
    public bool IsWanted { get; set; }

    public bool IsExperimental { get; set; }

    /// <summary>The file with texts, relative to the working directory; null: none.</summary>
    public string? Texts { get; set; }

    public SourceLocation TextsSpot { get; set; }

    public List<string> Languages { get; } = [];

    public SourceLocation LanguagesSpot { get; set; }
}
