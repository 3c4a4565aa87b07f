using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Web.Tests;

/// <summary>The sentences that the files of a page show: those of modules by their tag, counted words, and those of the markup.</summary>
internal static partial class PageSentences
{
    private static readonly string[] Attributes = ["placeholder", "title", "aria-label"],
        Void = ["meta", "link", "img", "input", "br"],
        Foreign = ["code", "script", "title", "noscript"];

    /// <summary>Those of a module.</summary>
    public static IEnumerable<string> OfModule(string text)
    {
        var found = new List<string>();
        for (var at = 0; (at = text.IndexOf("t`", at, StringComparison.Ordinal)) >= 0; )
        {
            at++;
            if (IsTagged(text, at))
                Template(text, ref at, isTagged: true, found);
        }
        foreach (Match counted in Counted().Matches(text))
        {
            var one = counted.Groups[1].Value;
            found.Add($"{{0}} {one}");
            found.Add($"{{0}} {(counted.Groups[2].Success ? counted.Groups[2].Value : one + "s")}");
        }
        return found;
    }

    /// <summary>Those of the markup.</summary>
    public static IEnumerable<string> OfMarkup(string text)
    {
        var open = new Stack<(string Name, string Attributes)>();
        foreach (Match token in Tokens().Matches(text))
        {
            if (token.Groups[4].Success)
            {
                var words = string.Join(' ', token.Groups[4].Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
                if (
                    HasLetters().IsMatch(words)
                    && open.TryPeek(out var parent)
                    && !Foreign.Contains(parent.Name)
                    && !IsLeftAlone(parent.Attributes)
                )
                    yield return words;
                continue;
            }
            if (token.Groups[1].Length > 0)
            {
                open.Pop();
                continue;
            }
            foreach (Match attribute in Texts().Matches(token.Groups[3].Value))
            {
                if (Attributes.Contains(attribute.Groups[1].Value) && HasLetters().IsMatch(attribute.Groups[2].Value))
                    yield return attribute.Groups[2].Value;
            }
            if (!Void.Contains(token.Groups[2].Value))
                open.Push((token.Groups[2].Value, token.Groups[3].Value));
        }
    }

    private static bool IsLeftAlone(string attributes) => attributes.Contains("translate=\"no\"", StringComparison.Ordinal);

    private static bool IsTagged(string text, int at) => at > 0 && text[at - 1] == 't' && (at < 2 || !char.IsLetterOrDigit(text[at - 2]));

    // From one backtick to its end; templates in its places are read on their own.
    private static void Template(string text, ref int at, bool isTagged, List<string> found)
    {
        var sentence = new StringBuilder();
        var places = 0;
        for (at++; text[at] != '`'; at++)
        {
            if (text[at] == '\\')
                sentence.Append(text[++at]);
            else if (text[at] == '$' && text[at + 1] == '{')
            {
                sentence.Append(CultureInfo.InvariantCulture, $"{{{places++}}}");
                at += 2;
                for (var depth = 1; depth > 0; at++)
                {
                    if (text[at] == '`')
                        Template(text, ref at, IsTagged(text, at), found);
                    depth += text[at] switch
                    {
                        '{' => 1,
                        '}' => -1,
                        _ => 0,
                    };
                }
                at--;
            }
            else
                sentence.Append(text[at]);
        }
        if (isTagged)
            found.Add(sentence.ToString());
    }

    [GeneratedRegex(@"plural\((?:[^()']|\((?:[^()]|\([^()]*\))*\))*,\s*'([^']+)'(?:,\s*'([^']+)')?\)")]
    private static partial Regex Counted();

    [GeneratedRegex(@"<!--[\s\S]*?-->|<!doctype[^>]*>|<(/?)([a-z0-9-]+)([^>]*)>|([^<]+)")]
    private static partial Regex Tokens();

    [GeneratedRegex("([a-z-]+)=\"([^\"]*)\"")]
    private static partial Regex Texts();

    [GeneratedRegex("[A-Za-z]{2}")]
    private static partial Regex HasLetters();
}
