namespace S7OpcBridge.Map.Findings;

/// <summary>The environment variables that a map names, as they were when it was read.</summary>
/// <param name="read">Reads a variable; null: it is not set.</param>
internal sealed class MapVariables(Func<string, string?> read)
{
    private readonly Dictionary<string, string?> _values = [];
    private long _length;

    /// <summary>The variables that were set, with their values, which may be secrets.</summary>
    public IReadOnlyDictionary<string, string> Set =>
        _values.Where(pair => pair.Value is not null).ToDictionary(pair => pair.Key, pair => pair.Value!);

    /// <summary>The value of a variable; null: it is not set. An empty one counts as not set, as a shell's <c>:-</c> has it.</summary>
    public string? ValueOf(string name)
    {
        if (!_values.TryGetValue(name, out var value))
            _values[name] = value = read(name) is { Length: > 0 } found ? found : null;
        return value;
    }

    /// <summary>Counts text that came from variables; false: it is more than a map may have.</summary>
    public bool TryCount(int characters) => (_length += characters) <= MapSize.MaxBytes;
}
