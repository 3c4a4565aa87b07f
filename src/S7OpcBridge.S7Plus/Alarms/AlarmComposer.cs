using System.Collections.Immutable;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>Makes of an alarm as sent what callers get: values as text and in the texts, times, texts by language.</summary>
internal static class AlarmComposer
{
    private const int AdditionalTexts = AlarmTextRecord.Last - AlarmTextRecord.FirstAdditional + 1;

    public static S7PlusAlarm Compose(AlarmRecord record, TextListLookup lists) =>
        new()
        {
            Id = record.Id,
            Event = record.Event,
            States = record.States,
            MessageType = record.MessageType,
            Domain = record.Domain,
            Class = record.Hmi.Class,
            Priority = record.Hmi.Priority,
            Time = TimeOf(record.Time) ?? default,
            AcknowledgeTime = TimeOf(record.AckTime),
            AcknowledgeResult = record.AckResult,
            Sequence = record.Sequence,
            Values = ImmutableArray.Create(Array.ConvertAll(record.Values, static value => value.ToText())),
            Texts = TextsOf(record, lists),
        };

    private static DateTimeOffset? TimeOf(ulong nanoseconds) =>
        nanoseconds == 0 ? null : DateTimeOffset.UnixEpoch.AddTicks((long)(nanoseconds / TimeSpan.NanosecondsPerTick));

    private static ImmutableArray<S7PlusAlarmText> TextsOf(AlarmRecord record, TextListLookup lists)
    {
        if (record.Texts.Count == 0)
            return [];
        // The order of the CPU.
        var languages = new List<(int Lcid, string?[] Texts)>();
        foreach (var text in record.Texts)
        {
            var at = languages.FindIndex(each => each.Lcid == text.Lcid);
            if (at < 0)
            {
                if (languages.Count == S7PlusAlarmOptions.MostLanguages)
                    continue;
                at = languages.Count;
                languages.Add((text.Lcid, new string?[AlarmTextRecord.Last + 1]));
            }
            languages[at].Texts[text.Number] = AlarmTextFormat.Apply(text.Text, record.Values, text.Lcid, lists);
        }
        return [.. languages.Select(static each => TextOf(each.Lcid, each.Texts))];
    }

    private static S7PlusAlarmText TextOf(int lcid, string?[] texts)
    {
        var additional = texts.AsSpan(AlarmTextRecord.FirstAdditional, AdditionalTexts);
        var count = additional.Length;
        while (count > 0 && additional[count - 1] is null)
            count--;
        var kept = ImmutableArray.CreateBuilder<string>(count);
        foreach (var each in additional[..count])
            kept.Add(each ?? "");
        return new S7PlusAlarmText(lcid, texts[AlarmTextRecord.Alarm] ?? "", texts[AlarmTextRecord.Info] ?? "", kept.MoveToImmutable());
    }
}
