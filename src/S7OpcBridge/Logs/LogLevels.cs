using Microsoft.Extensions.Configuration;

namespace S7OpcBridge.Logs;

/// <summary>
/// The levels of the map's <c>log</c> as configuration of logging, and those that somebody has set for a while: a change counts at once. Environment variables
/// take precedence. Any thread.
/// </summary>
internal sealed class LogLevels(TimeProvider time) : ConfigurationProvider, IConfigurationSource
{
    /// <summary>Categories whose level can be other than usual at a time.</summary>
    public const int MostForAWhile = 20;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, (string Level, long From, TimeSpan For)> _forAWhile = new(StringComparer.OrdinalIgnoreCase);
    private IReadOnlyDictionary<string, string> _usual = new Dictionary<string, string>();
    private ITimer? _timer;

    public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

    /// <summary>Sets the levels by category; true: they differ from those before.</summary>
    public bool Set(IReadOnlyDictionary<string, string> levels)
    {
        lock (_gate)
        {
            var isOther =
                levels.Count != _usual.Count
                || levels.Any(level => !(_usual.TryGetValue(level.Key, out var before) && before == level.Value));
            _usual = levels;
            return Apply() && isOther;
        }
    }

    /// <summary>Sets the level of a category for a while; false: too many are set already.</summary>
    public bool SetForAWhile(string category, string level, TimeSpan howLong)
    {
        lock (_gate)
        {
            if (_forAWhile.Count >= MostForAWhile && !_forAWhile.ContainsKey(category))
                return false;
            _forAWhile[category] = (level, time.GetTimestamp(), howLong);
            Apply();
            return true;
        }
    }

    /// <summary>The levels that are set for a while, and how long they still are.</summary>
    public IReadOnlyList<(string Category, string Level, TimeSpan Left)> ForAWhile
    {
        get
        {
            lock (_gate)
                return
                [
                    .. _forAWhile
                        .Select(each => (each.Key, each.Value.Level, LeftOf(each.Value)))
                        .Where(static each => each.Item3 > TimeSpan.Zero),
                ];
        }
    }

    private TimeSpan LeftOf((string Level, long From, TimeSpan For) level) => level.For - time.GetElapsedTime(level.From);

    private bool Apply()
    {
        foreach (var (category, _) in _forAWhile.Where(each => LeftOf(each.Value) <= TimeSpan.Zero).ToList())
            _forAWhile.Remove(category);
        var data = new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);
        foreach (var (category, level) in _usual)
            data[$"Logging:LogLevel:{category}"] = level;
        foreach (var (category, level) in _forAWhile)
            data[$"Logging:LogLevel:{category}"] = level.Level;
        if (_forAWhile.Count > 0)
        {
            _timer ??= time.CreateTimer(_ => End(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            _timer.Change(_forAWhile.Values.Min(LeftOf), Timeout.InfiniteTimeSpan);
        }
        if (data.Count == Data.Count && data.All(pair => Data.TryGetValue(pair.Key, out var before) && before == pair.Value))
            return false;
        Data = data;
        OnReload();
        return true;
    }

    private void End()
    {
        lock (_gate)
            Apply();
    }
}
