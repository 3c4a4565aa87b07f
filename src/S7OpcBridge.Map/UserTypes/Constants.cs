using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>Replaces constants in array bounds and lengths by their values: <c>Array[1..MAX] of Real</c>, <c>String["LEN"]</c>.</summary>
internal static class Constants
{
    /// <summary>The text with numbers; null and the remedy where a constant is unknown.</summary>
    /// <param name="text">A type as written.</param>
    /// <param name="known">The constants of the map.</param>
    /// <param name="error">A sentence that names the constant.</param>
    public static string? Fill(string text, IReadOnlyDictionary<string, int> known, out string error)
    {
        error = "";
        var open = text.IndexOf('[');
        var close = open < 0 ? -1 : text.IndexOf(']', open);
        if (close < 0 || !text.AsSpan(open, close - open).ContainsAnyExcept("0123456789+-., []"))
            return text;
        var dimensions = text[(open + 1)..close].Split(',');
        for (var i = 0; i < dimensions.Length; i++)
        {
            var ends = dimensions[i].Split("..");
            for (var end = 0; end < ends.Length; end++)
            {
                var name = ends[end].Trim().Trim('"', '#');
                if (!IsName(name))
                    continue;
                if (!known.TryGetValue(name, out var number))
                {
                    error =
                        $"the array bound '{Excerpt.From(name)}' of '{Excerpt.From(text)}' is a constant whose value is not in the source; add it on the "
                        + $"first level of the map: 'constants: {{ {Excerpt.From(name)}: 10 }}' with the right number";
                    return null;
                }
                ends[end] = $"{number}";
            }
            dimensions[i] = string.Join("..", ends);
        }
        return $"{text[..(open + 1)]}{string.Join(", ", dimensions)}{text[close..]}";
    }

    private static bool IsName(string text) =>
        text.Length > 0 && !char.IsAsciiDigit(text[0]) && text.All(c => char.IsLetterOrDigit(c) || c is '_' or ' ' or '.');
}
