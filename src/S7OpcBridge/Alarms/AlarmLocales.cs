using S7OpcBridge.Core;

namespace S7OpcBridge.Alarms;

/// <summary>The languages of the texts of alarms.</summary>
internal static class AlarmLocales
{
    /// <summary>English, which the server's own texts have, then those of the alarms in the order of the map.</summary>
    public static IReadOnlyList<string> FindIn(TagMap map) =>
        [
            .. map
                .Tags.Where(tag => tag.Details?.Alarms is not null)
                .SelectMany(tag => tag.Details!.Alarms!.All)
                .SelectMany(alarm => alarm.Text.Languages)
                .Select(text => text.Locale)
                .Where(locale => locale.Length > 0)
                .Prepend("en")
                .Distinct(StringComparer.OrdinalIgnoreCase),
        ];
}
