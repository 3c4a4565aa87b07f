namespace S7OpcBridge.Map.Findings;

/// <summary>Counts the size of a map over all of its files. Plants that need more than its limits use several bridges.</summary>
internal sealed class MapSize
{
    /// <summary>Bytes of all files together.</summary>
    public const int MaxBytes = 100 * 1024 * 1024;

    /// <summary>Keys, values and brackets of all YAML files together.</summary>
    public const int MaxParts = 5_000_000;

    /// <summary>Tags of all PLCs together, members of structures included.</summary>
    public const int MaxTags = 1_200_000;

    private readonly HashSet<string> _counted = [];
    private int _parts;
    private int _bytes;

    /// <summary>What to do about a map that is too large.</summary>
    public const string Advice = "this limit is fixed; spread the PLCs over several bridges";

    /// <summary>Counts the bytes of a file, once per file; false: they are too many.</summary>
    public bool TryCount(string path, int bytes)
    {
        if (!_counted.Add(path))
            return true;
        _bytes += bytes;
        return _bytes <= MaxBytes;
    }

    /// <summary>Counts one more key, value or bracket; false: there are too many.</summary>
    public bool TryCountPart() => ++_parts <= MaxParts;
}
