using System.Text;

namespace S7OpcBridge.Map.TagLists;

/// <summary>Names that another program accepts: forbidden characters become underscores, and a name that thereby exists already gets a number.</summary>
/// <param name="isAllowed">True for a character that may stay.</param>
internal sealed class ImportedNames(Func<char, bool> isAllowed)
{
    private readonly HashSet<string> _taken = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>A name of one level.</summary>
    public string Clean(string level)
    {
        var text = new StringBuilder(level.Length);
        foreach (var c in level)
            text.Append(isAllowed(c) ? c : '_');
        // Neither program takes a name that begins with anything but a letter or digit.
        return char.IsLetterOrDigit(text[0]) ? text.ToString() : "x" + text;
    }

    /// <summary>The name, or the name with the first free number behind it.</summary>
    public string Unique(string name)
    {
        var free = name;
        for (var i = 2; !_taken.Add(free); i++)
            free = $"{name}_{i}";
        return free;
    }
}
