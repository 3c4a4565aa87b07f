using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import;

/// <summary>
/// Which tags are shown. Every word must occur in the tag's path with its PLC, its type, its place or its comment, or be its data block (<c>DB10</c>).
/// </summary>
/// <param name="Text">The words; empty: all tags.</param>
/// <param name="IsTickedOnly">True: ticked tags only.</param>
public sealed record ChoiceSearch(string Text, bool IsTickedOnly)
{
    /// <summary>Shows all tags.</summary>
    public static readonly ChoiceSearch All = new("", IsTickedOnly: false);

    private readonly string[] _words = Text.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    /// <summary>True where every tag is shown.</summary>
    public bool IsAll => _words.Length == 0 && !IsTickedOnly;

    /// <summary>True for a tag that is shown.</summary>
    internal bool Fits(ChoiceNode tag)
    {
        if (IsTickedOnly && !tag.IsTicked)
            return false;
        foreach (var word in _words)
        {
            if (
                !(BlockOf(word) is { } block && tag.Tag!.Row.Address is { Area: S7Area.DataBlock } address && address.Db == block)
                && !Holds(tag, word)
            )
                return false;
        }
        return true;
    }

    // A word may cross levels: Motor/Speed. So the path is looked at as one text, but composed only where its levels alone do not decide.
    private static bool Holds(ChoiceNode tag, string word)
    {
        if (Has(tag.Tag!.Name) || Has(tag.Type) || Has(tag.Place) || Has(tag.Description) || Has(tag.Tag.Row.Symbol))
            return true;
        var root = tag;
        while (root.Parent is { } parent)
            root = parent;
        return Has(root.Name) || word.Contains('/', StringComparison.Ordinal) && Has($"{root.Name}/{tag.Tag.Name}");

        bool Has(string? text) => text?.Contains(word, StringComparison.OrdinalIgnoreCase) == true;
    }

    private static int? BlockOf(string word) =>
        word.StartsWith("DB", StringComparison.OrdinalIgnoreCase)
        && int.TryParse(word.AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
