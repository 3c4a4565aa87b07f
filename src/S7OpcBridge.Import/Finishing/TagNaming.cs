using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Gives the tags of one PLC names that the map takes: levels that fit, each name once, and no tag that is also a folder.</summary>
internal sealed class TagNaming(ImportDraft draft)
{
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);
    private readonly HashSet<string> _folders = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _next = new(StringComparer.Ordinal);

    /// <summary>A level of a path: a slash becomes an underscore, control characters and blanks at the ends go.</summary>
    public static string LevelOf(string text)
    {
        if (
            text.Length is > 0 and < 200
            && !char.IsWhiteSpace(text[0])
            && !char.IsWhiteSpace(text[^1])
            && !text.AsSpan().ContainsAnyInRange('\0', '\u001F')
            && !text.AsSpan().ContainsAnyInRange('\u007F', '\u009F')
            && !text.Contains('/')
        )
            return text;
        var level = new StringBuilder();
        foreach (var c in text.AsSpan(0, Math.Min(text.Length, 200)))
        {
            if (c == '/')
                level.Append('_');
            else if (!char.IsControl(c))
                level.Append(c);
        }
        return level.ToString().Trim() is { Length: > 0 } cut ? cut : "_";
    }

    /// <summary>The path of a tag, with what differs in the report.</summary>
    public string Assign(ImportedTag tag)
    {
        var name = string.Join('/', tag.Path.Take(ImportLimits.Depth).Select(LevelOf));
        if (name.Length == 0)
            name = "_";
        if (ReservedNames.In(name) is not null)
            name = "_" + name;
        var free = Free(name);
        if (free != name || name != tag.Name || tag.Path.Any(level => level.Contains('/')))
            draft.Change(
                tag.Spot,
                tag.Name,
                free != name
                    ? "its name is there already, so it is " + $"'{free}'"
                    : $"its name in the map is '{free}', because '/' separates levels there and blanks and control characters at the ends of a "
                        + "level are no name"
            );
        for (var slash = free.LastIndexOf('/'); slash > 0 && _folders.Add(free[..slash]); slash = free.LastIndexOf('/', slash - 1))
        {
            // Up to the first folder that was there already.
        }
        return free;
    }

    // A name that is there already gets the next free number; it is remembered, since thousands may have the same name.
    private string Free(string name)
    {
        if (_names.Add(name))
            return name;
        for (var n = _next.GetValueOrDefault(name, 2); ; n++)
        {
            var free = $"{name}_{n}";
            if (!_names.Add(free))
                continue;
            _next[name] = n + 1;
            return free;
        }
    }

    /// <summary>Once all names are given: a tag that is the folder of others moves into it.</summary>
    public PlantTag OutOfFolders(PlantTag tag)
    {
        if (!_folders.Contains(tag.Name))
            return tag;
        var level = tag.Name[(tag.Name.LastIndexOf('/') + 1)..];
        var inside = $"{tag.Name}/{level}";
        for (inside = Free(inside); _folders.Contains(inside); )
            inside = Free(inside);
        draft.Change(tag.Row.Spot, tag.Row.Name, $"a group has the same name, so it is '{inside}'");
        return tag with { Name = inside };
    }
}
