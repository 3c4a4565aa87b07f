using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.AlarmLists;

/// <summary>
/// The columns of a list of alarms by their headings: TIA Portal for Comfort, Advanced, Professional and Unified, in English and German, and plain tables with
/// <c>bit</c>, <c>class</c> and <c>text</c>.
/// </summary>
internal sealed partial class AlarmColumns
{
    private static readonly string[] TriggerNames = ["trigger tag", "triggervariable", "trigger variable", "trigger-variable", "tag"],
        BitNames = ["trigger bit", "triggerbit", "trigger-bit", "bit"],
        LimitNames = ["limit", "limit value", "grenzwert"];

    private readonly Dictionary<string, int> _columns = [];

    /// <summary>Reads the headings.</summary>
    public AlarmColumns(IReadOnlyList<string> headings)
    {
        for (var i = 0; i < headings.Count; i++)
        {
            var heading = headings[i].Trim();
            if (Text().Match(heading) is { Success: true } text)
            {
                if (text.Groups["number"].Value is "" or "1" && !Further().IsMatch(heading))
                    Texts.Add((text.Groups["locale"].Value, i));
            }
            else if (Fields().IsMatch(heading) && FieldInfo < 0)
            {
                FieldInfo = i;
            }
            else
            {
                // American and British spelling.
                _columns.TryAdd(heading.ToLowerInvariant().Replace("acknowledgement", "acknowledgment", StringComparison.Ordinal), i);
            }
        }
    }

    /// <summary>The columns of texts with their languages; an empty language where the heading names none.</summary>
    public List<(string Locale, int Column)> Texts { get; } = [];

    /// <summary>What the fields of the texts are; -1: no such column.</summary>
    public int FieldInfo { get; } = -1;

    public int Id =>
        Find(
            "id",
            "number",
            "nummer",
            "alarm id",
            "alarm number",
            "message number",
            "message id",
            "meldenummer",
            "meldungsnummer",
            "meldungs-id",
            "ev_id"
        );

    public int Name => Find("name");

    public int Class => Find("class", "alarm class", "message class", "klasse", "meldeklasse");

    public int Severity => Find("severity", "schweregrad");

    public int Trigger => Find(TriggerNames);

    public int Bit => Find(BitNames);

    public int Mode => Find("trigger mode", "triggermodus", "trigger-modus");

    public int AcknowledgeTag =>
        Find("acknowledgment tag", "hmi acknowledgment tag", "quittiervariable", "hmi-quittiervariable", "quittiervariable hmi");

    public int AcknowledgeBit => Find("acknowledgment bit", "hmi acknowledgment bit", "quittierbit", "hmi-quittierbit", "quittierbit hmi");

    public int EchoTag => Find("plc acknowledgment tag", "plc-quittiervariable", "quittiervariable plc");

    public int EchoBit => Find("plc acknowledgment bit", "plc-quittierbit", "quittierbit plc");

    public int Limit => Find(LimitNames);

    public int LimitMode => Find("limit mode", "grenzwertmodus", "trigger mode", "triggermodus");

    public int Delay => Find("delay time", "delay", "verzögerungszeit", "verzögerung");

    public int DelayUnit => Find("delay time unit", "delay unit", "unit", "einheit");

    public int HysteresisMode => Find("hysteresis mode", "hysteresemodus");

    public int Hysteresis => Find("hysteresis", "hysterese");

    public int HysteresisInPercent => Find("hysteresis in percentage", "hysterese in prozent");

    /// <summary>True where these are headings of a list of alarms.</summary>
    public bool IsList => (Bit >= 0 || Limit >= 0) && (Texts.Count > 0 || Trigger >= 0);

    private int Find(params ReadOnlySpan<string> names)
    {
        foreach (var name in names)
        {
            if (_columns.TryGetValue(name, out var column))
                return column;
        }
        return -1;
    }

    // "Alarm text [en-US], Alarm text", "Alarm text [en-US], Alarm text 1", "Event text [de-DE], Alarm text", "Meldetext [de-DE]", "text [de]".
    [GeneratedRegex(
        @"^(alarm text|event text|message text|meldetext|alarmtext|text)( (?<number>\d+))?( ?\[(?<locale>[A-Za-z0-9-]+)\])?(,.*)?$",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Text();

    // "…, Alarm text 2" is an additional text.
    [GeneratedRegex(@",.* ([2-9]|1\d)$")]
    private static partial Regex Further();

    [GeneratedRegex(@"^fieldinfo( \[(alarm text|event text|meldetext)( 1)?\])?$", RegexOptions.IgnoreCase)]
    private static partial Regex Fields();
}
