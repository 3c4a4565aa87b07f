using System.Globalization;
using System.Text;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Writing;

/// <summary>Writes the alarms of a PLC as a table beside the map, and their classes into the map.</summary>
internal static class AlarmWriter
{
    /// <summary>The table; null where there are no alarms.</summary>
    public static string? Table(IReadOnlyList<PlantTag> tags)
    {
        var alarms = tags.SelectMany(tag => tag.Row.Alarms.Select(alarm => (tag.Name, Alarm: alarm))).ToList();
        if (alarms.Count == 0)
            return null;
        var locales = alarms
            .SelectMany(row => row.Alarm.Texts)
            .Select(text => text.Locale)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        var table = new StringBuilder(
            "ID;Name;Class;Trigger tag;Trigger bit;Trigger mode;Limit;Limit mode;Delay;Hysteresis;Hysteresis in percentage;"
        ).Append("FieldInfo");
        foreach (var locale in locales)
            table.Append(locale.Length == 0 ? ";Text" : $";Text [{locale}]");
        table.Append('\n');
        foreach (var (name, alarm) in alarms)
        {
            string[] cells =
            [
                alarm.Id,
                alarm.Name,
                alarm.Class,
                name,
                alarm.Bit?.ToString(CultureInfo.InvariantCulture) ?? "",
                alarm.When ? "" : "On falling edge",
                alarm.Limit,
                alarm.Bit is not null ? ""
                : alarm.IsAbove ? "Higher"
                : "Lower",
                Milliseconds(alarm.Delay),
                Number(alarm.Hysteresis),
                alarm.IsPercent ? "1" : "",
                alarm.FieldInfo,
                .. locales.Select(locale => TextIn(alarm, locale)),
            ];
            CsvLine.Append(table, cells);
        }
        return table.ToString();
    }

    /// <summary>The key <c>alarms</c> of the map with all classes, those of messages included; empty where there are none.</summary>
    public static string Classes(ImportedPlant plant)
    {
        var alarms = plant.Plcs.SelectMany(plc => plc.Tags).SelectMany(tag => tag.Row.Alarms).Select(alarm => alarm.Class);
        var messages = plant.Plcs.SelectMany(plc => plc.Messages).Select(message => message.Class);
        var names = alarms.Concat(messages).Distinct().Where(name => name.Length > 0);
        var lines = names.Select(name => $"    {YamlText.Key(name)}: {KeysOf(name)}\n").ToList();
        return lines.Count == 0 ? "" : $"alarms:\n  classes: # the lists do not tell severities\n{string.Concat(lines)}";
    }

    // The classes that every project of WinCC has, in English and German.
    private static string KeysOf(string name) =>
        name.ToLowerInvariant() switch
        {
            "errors" or "error" or "alarms" or "alarm" or "fehler" or "störungen" or "acknowledgement" => "{ severity: 800 }",
            "warnings" or "warning" or "warnungen" or "no acknowledgement" or "noacknowledgement" => "{ severity: 400, ack: false }",
            "system" or "diagnosis events" or "diagnosis" or "events" or "information" => "{ severity: 200, ack: false }",
            _ => "{ severity: 500 }",
        };

    private static string TextIn(ListedAlarm alarm, string locale) =>
        alarm.Texts.FirstOrDefault(text => text.Locale.Equals(locale, StringComparison.OrdinalIgnoreCase)).Text ?? "";

    private static string Milliseconds(TimeSpan time) => time > TimeSpan.Zero ? Number(time.TotalMilliseconds) : "";

    private static string Number(double number) => number == 0 ? "" : number.ToString("R", CultureInfo.InvariantCulture);
}
