namespace S7OpcBridge.Core;

/// <summary>
/// Paths of folders and tags below a PLC: <c>/</c> is the PLC itself, <c>Motor</c> a folder, <c>Motor/Speed</c> a tag, and <c>*</c> stands for any part of one
/// level, as in <c>Pump*/Setpoint</c>.
/// </summary>
public sealed record TagPathPattern
{
    private const char Any = '*';
    private readonly string[] _levels;

    /// <summary>Parses a pattern.</summary>
    public TagPathPattern(string text)
    {
        Text = text;
        _levels = text.Trim('/') is { Length: > 0 } path ? path.Split('/') : [];
    }

    /// <summary>The pattern as written.</summary>
    public string Text { get; }

    /// <summary>Levels below the PLC; 0: the PLC itself.</summary>
    public int Depth => _levels.Length;

    /// <summary>True for a path that matches; the empty path is the PLC.</summary>
    public bool Matches(ReadOnlySpan<char> path)
    {
        foreach (var level in _levels)
        {
            if (path.IsEmpty)
                return false;
            var slash = path.IndexOf('/');
            var name = slash < 0 ? path : path[..slash];
            if (!IsLike(name, level))
                return false;
            path = slash < 0 ? [] : path[(slash + 1)..];
        }
        return path.IsEmpty;
    }

    /// <summary>True where it matches something that may be below a folder, or be an element of an array of that name, <c>Motors[1]</c>.</summary>
    public bool MayMatchBelow(ReadOnlySpan<char> folder)
    {
        var level = 0;
        for (; level < _levels.Length; level++)
        {
            var slash = folder.IndexOf('/');
            var name = slash < 0 ? folder : folder[..slash];
            if (slash < 0)
            {
                var index = _levels[level].IndexOf('[');
                return IsLike(name, _levels[level])
                    ? level + 1 < _levels.Length
                    : index > 0 && IsLike(name, _levels[level].AsSpan(0, index));
            }
            if (!IsLike(name, _levels[level]))
                return false;
            folder = folder[(slash + 1)..];
        }
        return false;
    }

    /// <inheritdoc/>
    public override string ToString() => Text;

    /// <summary>True where the name of one level is like a pattern of one level, in which <c>*</c> stands for any part.</summary>
    public static bool IsLike(ReadOnlySpan<char> name, ReadOnlySpan<char> pattern)
    {
        // Matches each star with the shortest part, and returns to the last star where the rest does not match.
        var (at, inPattern, star, behindStar) = (0, 0, -1, 0);
        while (at < name.Length)
        {
            if (inPattern < pattern.Length && pattern[inPattern] == Any)
                (star, behindStar) = (inPattern++, at);
            else if (inPattern < pattern.Length && pattern[inPattern] == name[at])
                (at, inPattern) = (at + 1, inPattern + 1);
            else if (star >= 0)
                (at, inPattern) = (++behindStar, star + 1);
            else
                return false;
        }
        return pattern[inPattern..].TrimStart(Any).IsEmpty;
    }
}
