using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Writing;

/// <summary>The scan classes of a PLC: one for each interval that its tags have, the most frequent one called normal.</summary>
internal sealed class ScanNames
{
    public const string Normal = "normal";

    private readonly Dictionary<TimeSpan, string> _names = [];

    /// <param name="rates">The intervals of all tags; null: the source says none, which is the default of the map.</param>
    public ScanNames(IReadOnlyCollection<TimeSpan?> rates)
    {
        var usual = rates.Any(rate => rate is null)
            ? TimeSpan.FromSeconds(1)
            : rates
                .GroupBy(rate => rate!.Value)
                .OrderByDescending(group => group.Count())
                .Select(group => group.Key)
                .FirstOrDefault(TimeSpan.FromSeconds(1));
        _names.Add(usual, Normal);
        foreach (var rate in rates)
        {
            if (rate is { } interval)
                _names.TryAdd(interval, Durations.Format(interval));
        }
    }

    /// <summary>The class of an interval.</summary>
    public string ForRate(TimeSpan? rate) => rate is { } interval ? _names[interval] : Normal;

    /// <summary>The classes, the fastest first; null where the default of the map is enough.</summary>
    public IReadOnlyList<(string Name, TimeSpan Interval)>? Classes =>
        _names is { Count: 1 } && _names.ContainsKey(TimeSpan.FromSeconds(1))
            ? null
            : [.. _names.OrderBy(name => name.Key).Select(name => (name.Value, name.Key))];

    /// <summary>The value of the key <c>scan</c>; null where the default of the map is enough.</summary>
    public string? Text =>
        Classes is { } classes
            ? $"{{ {string.Join(", ", classes.Select(each => $"{YamlText.InFlow(each.Name)}: {Durations.Format(each.Interval)}"))} }}"
            : null;
}
