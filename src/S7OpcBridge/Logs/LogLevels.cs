using Microsoft.Extensions.Configuration;

namespace S7OpcBridge.Logs;

/// <summary>
/// The levels of the map's <c>log</c> as configuration of logging: a reload changes them at once. Environment variables take precedence.
/// </summary>
internal sealed class LogLevels : ConfigurationProvider, IConfigurationSource
{
    public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

    /// <summary>Sets the levels by category; true: they differ from those before.</summary>
    public bool Set(IReadOnlyDictionary<string, string> levels)
    {
        var data = levels.ToDictionary(
            level => $"Logging:LogLevel:{level.Key}",
            string? (level) => level.Value,
            StringComparer.OrdinalIgnoreCase
        );
        if (data.Count == Data.Count && data.All(pair => Data.TryGetValue(pair.Key, out var before) && before == pair.Value))
            return false;
        Data = data;
        OnReload();
        return true;
    }
}
