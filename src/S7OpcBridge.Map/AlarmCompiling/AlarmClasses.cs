using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Finds classes of alarms by their names.</summary>
internal sealed class AlarmClasses
{
    private readonly IReadOnlyDictionary<string, AlarmClass> _classes;
    private readonly FindingList _findings;
    private readonly HashSet<(SourceFile?, string)> _missing = [];

    public AlarmClasses(RawAlarmSettings settings, FindingList findings)
    {
        (_classes, _findings) = (settings.Classes, findings);
        Default = settings.Default is { } word ? Find(word) ?? AlarmClass.Default : AlarmClass.Default;
    }

    /// <summary>The class of alarms that name none.</summary>
    public AlarmClass Default { get; }

    /// <summary>The class of this name; null after a finding, once per file.</summary>
    public AlarmClass? Find(RawWord word)
    {
        if (_classes.TryGetValue(word.Text, out var found))
            return found;
        if (_missing.Add((word.Spot.File, word.Text)))
            _findings.Error(
                word.Spot,
                $"there is no class of alarms '{word.Text}'; "
                    + (
                        NearestWord.Find(word.Text, _classes.Keys) is { } near
                            ? $"did you mean '{near}'?"
                            : $"add it to the map: 'alarms: {{ classes: {{ {Quoted(word.Text)}: {{ severity: 500 }} }} }}'"
                    )
            );
        return null;
    }

    private static string Quoted(string name) => name.All(char.IsLetterOrDigit) ? name : $"\"{name}\"";
}
