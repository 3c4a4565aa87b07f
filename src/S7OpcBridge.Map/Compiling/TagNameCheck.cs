using S7OpcBridge.Core;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Checks the names of one PLC's tags: levels separated by slashes, no name twice, and no tag that is also a folder.</summary>
internal sealed class TagNameCheck(string plc, FindingList findings)
{
    private readonly Dictionary<string, SourceLocation> _names = [];
    private readonly HashSet<string> _folders = [];

    /// <summary>The fault of a name with its remedy, as a predicate; null: none.</summary>
    public static string? Fault(string name)
    {
        if (name.Length == 0)
            return "is empty; write one";
        if (name.AsSpan().IndexOfAnyInRange('\0', '\u001F') >= 0 || name.AsSpan().IndexOfAnyInRange('\u007F', '\u009F') >= 0)
            return "contains a control character; remove it";
        foreach (var level in name.AsSpan().Split('/'))
        {
            var text = name.AsSpan()[level];
            if (text.IsEmpty)
                return "has an empty level; a name must not begin or end with '/', or contain '//'";
            if (char.IsWhiteSpace(text[0]) || char.IsWhiteSpace(text[^1]))
                return "has a level that begins or ends with a blank; remove the blank";
        }
        if (ReservedNames.In(name) is { } reserved)
            return $"begins with {reserved}, which is reserved for the bridge; use another name";
        return null;
    }

    /// <summary>What is said of a second tag of a name.</summary>
    public static string TwiceText(string plc, string name, SourceLocation first) =>
        $"the name '{plc}/{name}' is given twice, first at {first}; rename one of them";

    /// <summary>Adds a tag's full path; false after a finding.</summary>
    public bool Add(string name, SourceLocation spot)
    {
        if (Fault(name) is { } fault)
        {
            findings.Error(spot, $"the name '{name}' {fault}");
            return false;
        }
        if (!_names.TryAdd(name, spot))
        {
            findings.Error(spot, TwiceText(plc, name, _names[name]));
            return false;
        }
        AddParents(name);
        return true;
    }

    /// <summary>Adds the path of a structure, which no tag may have.</summary>
    public void AddFolder(string path)
    {
        _folders.Add(path);
        AddParents(path);
    }

    private void AddParents(string name)
    {
        var folders = _folders.GetAlternateLookup<ReadOnlySpan<char>>();
        for (var slash = name.LastIndexOf('/'); slash > 0 && folders.Add(name.AsSpan(0, slash)); slash = name.LastIndexOf('/', slash - 1))
        {
            // Stops at the first known folder, because its parents are known too.
        }
    }

    /// <summary>Called after all tags were added: reports tags that are also folders.</summary>
    public void CheckFolders()
    {
        foreach (var (name, spot) in _names)
        {
            if (_folders.Contains(name))
                findings.Error(spot, $"'{plc}/{name}' is both a tag and a folder of other tags; rename one of the two");
        }
    }
}
