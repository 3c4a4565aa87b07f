namespace S7OpcBridge.Map.Yaml;

/// <summary>Finds the bracket or brace that is never closed. The parser itself reports it only further down, or at the end of the file.</summary>
internal static class OpenBracket
{
    /// <summary>Its location, with a message; null where all are closed.</summary>
    public static (int Line, int Column, string Message)? Find(string text)
    {
        var open = new Stack<(char Sign, int Line, int Column, int Indent)>();
        var quote = '\0';
        var number = 0;
        foreach (var line in text.AsSpan().EnumerateLines())
        {
            number++;
            var indent = line.IndexOfAnyExcept(' ', '\t');
            if (indent < 0 || (line[indent] == '#' && quote == '\0'))
                continue;
            // The content of a bracket is indented further than the line that opens it.
            if (quote == '\0' && open.TryPeek(out var around) && line[indent] is not (']' or '}') && indent <= around.Indent)
                return Message(around, $"not closed before line {number}, which is outside of it");
            for (var i = indent; i < line.Length; i++)
            {
                var sign = line[i];
                var before = i == 0 ? ' ' : line[i - 1];
                if (quote != '\0')
                    quote = sign == quote ? '\0' : quote;
                else if (sign == '#' && before == ' ')
                    break;
                else if (sign is '"' or '\'' && before is ' ' or '[' or '{' or ',')
                    quote = sign;
                else if (sign is '[' or '{' && (open.Count > 0 || before is ' '))
                    open.Push((sign, number, i + 1, indent));
                else if (sign is ']' or '}' && open.TryPop(out var opened) && sign != Closing(opened.Sign))
                    return Message(opened, $"closed by '{sign}' in line {number}");
            }
        }
        return open.TryPop(out var last) ? Message(last, "never closed") : null;
    }

    private static (int, int, string) Message((char Sign, int Line, int Column, int Indent) open, string how) =>
        (open.Line, open.Column, $"the '{open.Sign}' that opens here is {how}; add the missing '{Closing(open.Sign)}'");

    private static char Closing(char sign) => sign == '[' ? ']' : '}';
}
