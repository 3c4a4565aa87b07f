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

    /// <summary>Structures and elements of structures that clients see, those inside others included.</summary>
    public const int MaxStructures = 3_000_000;

    /// <summary>Characters of the paths of all tags, groups and structures together.</summary>
    public const long MaxTagPaths = 200_000_000;

    /// <summary>Keys, values and brackets that all uses of templates stand for: a few lines of templates that use each other can stand for very many.</summary>
    public const long MaxUsed = 30_000_000;

    /// <summary>Characters of all texts into which uses of templates fill their parameters.</summary>
    public const long MaxFilled = 100_000_000;

    /// <summary>Bytes of all files, each as often as the map names it.</summary>
    public const long MaxRead = 5L * MaxBytes;

    /// <summary>How often files are read, all together.</summary>
    public const int MaxReadings = 50_000;

    // Work for a use that is empty.
    private const int PartsOfUse = 10;

    private readonly HashSet<string> _counted = [];
    private int _parts,
        _declared,
        _members,
        _rows,
        _tags,
        _structures,
        _readings;
    private long _paths,
        _tagPaths,
        _used,
        _filled,
        _read;
    private int _bytes;

    /// <summary>True once the map was too large in one respect: what is left of it needs no more work.</summary>
    public bool IsFull { get; private set; }

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

    /// <summary>Counts one more reading of a file; false after a finding, the first time.</summary>
    public bool TryCountReading(int bytes, SourceLocation spot, FindingList findings)
    {
        _read += bytes;
        return (++_readings <= MaxReadings && _read <= MaxRead)
            || Refuse(
                spot,
                findings,
                $"up to here the files of this map are read more than "
                    + $"{MaxReadings:N0} times, or more than {MaxRead >> 20} MB of them; name each file once, or in fewer places"
            );
    }

    /// <summary>Counts one more line of a table before it takes memory; false after a finding, the first time.</summary>
    public bool TryCountRow(SourceLocation spot, FindingList findings) => ++_rows <= MaxTags || RefuseTags(spot, findings);

    /// <summary>Counts one more tag before it takes memory; false after a finding, the first time.</summary>
    /// <param name="path">Characters of its path.</param>
    /// <param name="spot">Where it comes from.</param>
    /// <param name="findings">Receives the finding.</param>
    public bool TryCountTag(int path, SourceLocation spot, FindingList findings) =>
        ++_tags <= MaxTags ? TryCountPath(path, spot, findings) : RefuseTags(spot, findings);

    /// <summary>Counts one more structure before it takes memory; false after a finding, the first time.</summary>
    /// <inheritdoc cref="TryCountTag"/>
    public bool TryCountStructure(int path, SourceLocation spot, FindingList findings) =>
        ++_structures <= MaxStructures
            ? TryCountPath(path, spot, findings)
            : Refuse(
                spot,
                findings,
                $"up to here the map has {MaxStructures:N0} structures and elements, those inside others included; check the types and "
                    + "array bounds"
            );

    /// <summary>Counts the path of a tag, group or structure before it takes memory; false after a finding, the first time.</summary>
    /// <inheritdoc cref="TryCountTag"/>
    public bool TryCountPath(long path, SourceLocation spot, FindingList findings) =>
        (_tagPaths += path) <= MaxTagPaths
        || Refuse(
            spot,
            findings,
            $"up to here the names of the tags, with their folders, have more than {MaxTagPaths:N0} "
                + "characters together; shorten the names of the folders"
        );

    /// <summary>Counts one more use of a template before it is read; false after a finding, the first time.</summary>
    /// <param name="parts">Keys, values and brackets of the template.</param>
    /// <param name="spot">Where it is used.</param>
    /// <param name="findings">Receives the finding.</param>
    public bool TryCountUse(int parts, SourceLocation spot, FindingList findings) =>
        (_used += parts + PartsOfUse) <= MaxUsed
        || Refuse(
            spot,
            findings,
            $"up to here the uses of templates stand for more than {MaxUsed:N0} keys and "
                + "values; check 'for' here and in the templates that use others"
        );

    /// <summary>Counts text that a use of a template fills in, before it takes memory; false after a finding, the first time.</summary>
    public bool TryCountFilled(int characters, SourceLocation spot, FindingList findings) =>
        (_filled += characters) <= MaxFilled
        || Refuse(
            spot,
            findings,
            $"up to here the uses of templates fill in more than {MaxFilled:N0} characters; check " + "the parameters of 'for'"
        );

    private bool RefuseTags(SourceLocation spot, FindingList findings) =>
        Refuse(spot, findings, $"up to here the map has {MaxTags:N0} tags, members of structures included; {Advice}");

    private bool Refuse(SourceLocation spot, FindingList findings, string message)
    {
        if (!IsFull)
            findings.Error(spot, message);
        IsFull = true;
        return false;
    }

    /// <summary>Counts one more key, value or bracket; false: there are too many.</summary>
    public bool TryCountPart() => ++_parts <= MaxParts;
}
