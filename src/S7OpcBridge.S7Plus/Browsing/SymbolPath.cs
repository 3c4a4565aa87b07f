using System.Globalization;
using System.Text;

namespace S7OpcBridge.S7Plus.Browsing;

/// <summary>One level of a symbol's path: a name, and indexes for an array element.</summary>
/// <param name="Name">The name without quotes.</param>
/// <param name="Indexes">The indexes; null: none.</param>
/// <param name="Text">The text as written.</param>
internal sealed record SymbolStep(string Name, int[]? Indexes, string Text);

/// <summary>Splits paths such as <c>"DB_Pack".Axis[2].Position</c>. Names with dots, brackets or blanks are quoted; a quote inside a name is doubled.</summary>
internal static class SymbolPath
{
    /// <summary>Splits a path into its levels.</summary>
    /// <returns>False on a syntax error, which <paramref name="error"/> describes.</returns>
    public static bool TryParse(string path, out List<SymbolStep> steps, out string error)
    {
        steps = [];
        var at = 0;
        while (true)
        {
            var start = at;
            if (!TryName(path, ref at, out var name, out error))
                return false;
            int[]? indexes = null;
            if (at < path.Length && path[at] == '[' && !TryIndexes(path, ref at, out indexes, out error))
                return false;
            steps.Add(new SymbolStep(name, indexes, path[start..at]));
            if (at == path.Length)
                return true;
            if (path[at] != '.')
            {
                error = $"'{path[at]}' at character {at + 1} is unexpected; levels are separated by dots";
                return false;
            }
            at++;
        }
    }

    public static string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    public static string QuoteWhereNeeded(string name) =>
        name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(c => char.IsLetterOrDigit(c) || c == '_') ? name : Quote(name);

    private static bool TryName(string path, ref int at, out string name, out string error)
    {
        error = "";
        if (at < path.Length && path[at] == '"')
            return TryQuoted(path, ref at, out name, out error);
        var end = path.AsSpan(at).IndexOfAny('.', '[');
        name = (end < 0 ? path[at..] : path.Substring(at, end)).Trim();
        at = end < 0 ? path.Length : at + end;
        if (name.Length > 0)
            return true;
        error = $"a name is missing at character {at + 1}";
        return false;
    }

    private static bool TryQuoted(string path, ref int at, out string name, out string error)
    {
        error = "";
        var text = new StringBuilder();
        for (at++; at < path.Length; at++)
        {
            if (path[at] != '"')
            {
                text.Append(path[at]);
            }
            else if (at + 1 < path.Length && path[at + 1] == '"')
            {
                text.Append('"');
                at++;
            }
            else
            {
                at++;
                name = text.ToString();
                error = name.Length == 0 ? "a name is empty" : "";
                return name.Length > 0;
            }
        }
        name = "";
        error = "a quote is not closed";
        return false;
    }

    private static bool TryIndexes(string path, ref int at, out int[]? indexes, out string error)
    {
        indexes = null;
        error = "";
        var end = path.IndexOf(']', at);
        if (end < 0)
        {
            error = "a bracket is not closed";
            return false;
        }
        var parts = path[(at + 1)..end].Split(',');
        indexes = new int[parts.Length];
        for (var i = 0; i < parts.Length; i++)
        {
            if (
                !int.TryParse(
                    parts[i],
                    NumberStyles.AllowLeadingSign | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
                    CultureInfo.InvariantCulture,
                    out indexes[i]
                )
            )
            {
                error = $"'{parts[i]}' is no index";
                return false;
            }
        }
        at = end + 1;
        return true;
    }
}
