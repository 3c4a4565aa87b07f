namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>One level of a declared path: a name, and bounds where it is an array of structures.</summary>
/// <param name="Name">The name without quotes.</param>
/// <param name="Bounds">Lower and upper bound of each dimension as declared; empty: no array.</param>
internal readonly record struct PathStep(string Name, IReadOnlyList<(int Lower, int Upper)> Bounds);

/// <summary>Parses declared paths and bounds.</summary>
internal static class DeclaredPath
{
    /// <exception cref="SoftPlcException">The text is not a valid path.</exception>
    public static List<PathStep> Parse(string text)
    {
        var steps = new List<PathStep>();
        var rest = text.AsSpan();
        while (true)
        {
            var name = Name(ref rest, text);
            IReadOnlyList<(int, int)> bounds = [];
            if (rest.StartsWith("["))
            {
                var end = rest.IndexOf(']');
                bounds = end > 0 ? Bounds(rest[1..end], text) : throw Wrong(text);
                rest = rest[(end + 1)..];
            }

            steps.Add(new PathStep(name, bounds));
            if (rest.IsEmpty)
                return steps;
            if (rest[0] != '.')
                throw Wrong(text);
            rest = rest[1..];
        }
    }

    /// <summary>Parses <c>0..9</c> or <c>0..1, 1..3</c>.</summary>
    /// <exception cref="SoftPlcException">The text is not valid.</exception>
    public static IReadOnlyList<(int Lower, int Upper)> Bounds(ReadOnlySpan<char> text, string whole)
    {
        var bounds = new List<(int, int)>();
        foreach (var part in text.Split(','))
        {
            var one = text[part];
            var dots = one.IndexOf("..");
            if (
                dots < 0
                || !int.TryParse(one[..dots].Trim(), out var lower)
                || !int.TryParse(one[(dots + 2)..].Trim(), out var upper)
                || upper < lower
            )
                throw Wrong(whole);
            bounds.Add((lower, upper));
        }

        return bounds;
    }

    private static string Name(ref ReadOnlySpan<char> rest, string text)
    {
        if (rest.StartsWith("\""))
        {
            var end = rest[1..].IndexOf('"');
            if (end <= 0)
                throw Wrong(text);
            var quoted = rest.Slice(1, end).ToString();
            rest = rest[(end + 2)..];
            return quoted;
        }

        var stop = rest.IndexOfAny('.', '[');
        var name = stop < 0 ? rest : rest[..stop];
        if (name.IsEmpty)
            throw Wrong(text);
        rest = rest[name.Length..];
        return name.ToString();
    }

    private static SoftPlcException Wrong(string text) =>
        new($"'{text}' is no declaration of a symbol; write State.Running, Motors[1..3].Speed or Array[0..9] of Int.");
}
