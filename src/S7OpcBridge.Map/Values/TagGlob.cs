using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>
/// A pattern of the paths of tags with their PLC: <c>*</c> stands for any part of one level, <c>**</c> as a level for any number of levels, none included, as
/// in <c>Line*/**</c> or <c>**/Debug/**</c>. The pattern of a PLC or folder without stars means that alone, and no tag. Equal texts are equal.
/// </summary>
public sealed record TagGlob
{
    private const string AnyLevels = "**";
    private readonly string[] _levels;

    /// <summary>Parses a pattern.</summary>
    public TagGlob(string text)
    {
        Text = text;
        _levels = text.Split('/');
    }

    /// <summary>The pattern as written.</summary>
    public string Text { get; }

    /// <summary>True for a path that matches.</summary>
    /// <param name="path">PLC and path of the tag, such as <c>Line1/Motor/Speed</c>.</param>
    public bool Matches(ReadOnlySpan<char> path)
    {
        // As for stars in a text: the last ** takes one level more each time the rest does not match.
        var (level, behindAny) = (0, -1);
        ReadOnlySpan<char> rest = path,
            again = default;
        var isAtEnd = false;
        while (true)
        {
            if (level < _levels.Length && _levels[level] == AnyLevels)
            {
                behindAny = ++level;
                again = rest;
                if (level == _levels.Length)
                    return true;
                continue;
            }
            if (isAtEnd && level == _levels.Length)
                return true;
            if (!isAtEnd && level < _levels.Length && TagPathPattern.IsLike(First(rest), _levels[level]))
            {
                level++;
                isAtEnd = !Cut(ref rest);
                continue;
            }
            if (behindAny < 0 || !Cut(ref again))
                return false;
            level = behindAny;
            rest = again;
            isAtEnd = false;
        }
    }

    /// <inheritdoc/>
    public bool Equals(TagGlob? other) => other is not null && Text == other.Text;

    /// <inheritdoc/>
    public override int GetHashCode() => Text.GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => Text;

    private static ReadOnlySpan<char> First(ReadOnlySpan<char> path) => path.IndexOf('/') is >= 0 and var slash ? path[..slash] : path;

    // Takes the first level off; false: it was the only one.
    private static bool Cut(ref ReadOnlySpan<char> path)
    {
        var slash = path.IndexOf('/');
        if (slash < 0)
            return false;
        path = path[(slash + 1)..];
        return true;
    }
}
