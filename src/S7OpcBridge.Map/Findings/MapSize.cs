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

    /// <summary>Members and start values that all sources of TIA Portal and STEP 7 together declare.</summary>
    public const int MaxDeclared = 2_000_000;

    /// <summary>Members of all structures together once those inside are laid out: a few lines of types can stand for very many.</summary>
    public const int MaxMembers = 3_000_000;

    /// <summary>Characters of the paths of all those members together.</summary>
    public const long MaxPaths = 100_000_000;

    private readonly HashSet<string> _counted = [];
    private int _parts, _declared, _members;
    private long _paths;
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

    /// <summary>Counts one more member or start value of a source; false: there are too many.</summary>
    public bool TryCountDeclared() => _declared < MaxDeclared && ++_declared <= MaxDeclared;

    /// <summary>Counts one more member of a structure that is laid out, before it takes memory; false: there are too many.</summary>
    /// <param name="path">Characters of its path.</param>
    public bool TryCountMember(int path)
    {
        if (_members >= MaxMembers || _paths >= MaxPaths)
            return false;
        _members++;
        _paths += path;
        return true;
    }

    /// <summary>Counts one more key, value or bracket; false: there are too many.</summary>
    public bool TryCountPart() => ++_parts <= MaxParts;
}
