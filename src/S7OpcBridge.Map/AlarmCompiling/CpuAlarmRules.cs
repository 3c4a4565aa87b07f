using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.Map.RawConfig.Alarms;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Compiles what the map says of the alarms that a CPU raises itself.</summary>
internal sealed class CpuAlarmRules(AlarmClasses classes, FindingList findings)
{
    private const string Folder = "_Alarms";

    /// <summary>The settings of a PLC; null: its alarms are not wanted.</summary>
    /// <param name="raw">What the map says; null: nothing.</param>
    /// <param name="plc">Name of the PLC.</param>
    /// <param name="profile">Name of its profile.</param>
    /// <param name="isPlus">True: it speaks S7CommPlus.</param>
    public CpuAlarmSettings? Compile(RawCpuAlarms? raw, string plc, string profile, bool isPlus)
    {
        if (raw is null)
            return null;
        if (!raw.IsWanted)
        {
            if (raw.IsExperimental || raw.Texts is not null || raw.Languages.Count > 0)
                findings.Warning(raw.Spot, $"the alarms of '{plc}' are not wanted, so that the other keys have no effect; add 'plc: true'");
            return null;
        }
        if (!isPlus)
            CheckFamily(raw, profile);
        if (isPlus && raw.Texts is not null)
            findings.Error(raw.TextsSpot, "a CPU with 'protocol: s7plus' sends its texts; remove 'texts'");
        if (!isPlus && raw.Languages.Count > 0)
            findings.Error(
                raw.LanguagesSpot,
                "'languages' goes with 'protocol: s7plus'; the languages of another CPU are those of its 'texts', so remove it"
            );
        return new CpuAlarmSettings
        {
            IsExperimental = raw.IsExperimental,
            Languages = [.. raw.Languages],
            Texts = !isPlus && raw.Texts is { } path ? TextsOf(path, raw.TextsSpot) : ImmutableDictionary<string, CpuAlarmEntry>.Empty,
        };
    }

    /// <summary>Checks that no tag has a name that the alarms of the CPU need.</summary>
    public void CheckNames(RawCpuAlarms? raw, IEnumerable<Tag> tags)
    {
        if (
            raw is { IsWanted: true }
            && tags.FirstOrDefault(static tag => tag.Name == Folder || tag.Name.StartsWith(Folder + "/", StringComparison.Ordinal))
                is { } taken
        )
            findings.Error(
                raw.Spot,
                $"'{taken.Name}' is a tag, and {Folder} is where the alarms of the CPU are; rename the tag, or remove 'alarms'"
            );
    }

    private void CheckFamily(RawCpuAlarms raw, string profile)
    {
        if (profile is "s7-1200" or "s7-1500")
            findings.Error(
                raw.Spot,
                "an S7-1200 or S7-1500 sends its alarms by S7CommPlus only; add 'protocol: s7plus' to the PLC (docs/s7plus.md), or remove 'alarms'"
            );
        else if (profile is "logo" or "s7-200" or "s7-200smart")
            findings.Error(raw.Spot, $"a PLC of profile {profile} has no alarms of its own; remove 'alarms'");
        else if (profile == "s7-300" && !raw.IsExperimental)
            findings.Warning(
                raw.Spot,
                "an S7-300 has alarms of the kind ALARM_S only, which were tried with few CPUs; add 'experimental: true'"
            );
    }

    private ImmutableDictionary<string, CpuAlarmEntry> TextsOf(string path, SourceLocation spot)
    {
        var texts = ImmutableDictionary.CreateBuilder<string, CpuAlarmEntry>(StringComparer.Ordinal);
        foreach (var row in AlarmListFile.ReadCpuTexts(path, spot, findings) ?? [])
        {
            var found = row.Class.Length == 0 ? null : classes.Find(new RawWord(row.Class, row.Spot));
            if (row.Class.Length > 0 && found is null)
                continue;
            if (
                !texts.TryAdd(
                    row.Name,
                    new CpuAlarmEntry(
                        [.. row.Texts.DistinctBy(static text => text.Locale)],
                        row.Severity > 0 ? row.Severity : found?.Severity ?? 0
                    )
                )
            )
                findings.Error(row.Spot, $"the alarm {row.Name} is in the list twice; remove one of them");
        }
        return texts.ToImmutable();
    }
}
