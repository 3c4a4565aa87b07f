namespace S7OpcBridge.Map.YamlTrees;

/// <summary>Lines of a text that end in LF, CR LF or CR.</summary>
internal static class TextLines
{
    /// <summary>Where the line of a character begins.</summary>
    public static int StartOf(string text, int at)
    {
        while (at > 0 && text[at - 1] is not ('\n' or '\r'))
            at--;
        return at;
    }

    /// <summary>Where the line of a character ends, in front of its line end.</summary>
    public static int EndOf(string text, int at)
    {
        var length = text.AsSpan(at).IndexOfAny('\n', '\r');
        return length < 0 ? text.Length : at + length;
    }

    /// <summary>Behind a line end that begins here; the same place where none does.</summary>
    public static int SkipBreak(string text, int at) =>
        at >= text.Length ? at
        : text[at] == '\r' && at + 1 < text.Length && text[at + 1] == '\n' ? at + 2
        : text[at] is '\r' or '\n' ? at + 1
        : at;

    /// <summary>In front of a line end that ends here; the same place where none does.</summary>
    public static int BeforeBreak(string text, int at) =>
        at >= 2 && text[at - 1] == '\n' && text[at - 2] == '\r' ? at - 2
        : at >= 1 && text[at - 1] is '\r' or '\n' ? at - 1
        : at;

    /// <summary>The line end that the text uses near a place.</summary>
    public static string BreakNear(string text, int at)
    {
        var end = EndOf(text, at);
        if (end == text.Length)
            end = BeforeBreak(text, StartOf(text, at));
        var length = SkipBreak(text, end) - end;
        return length == 0 ? "\n" : text.Substring(end, length);
    }

    /// <summary>True where the line of a character has only blanks.</summary>
    public static bool IsBlank(string text, int start) => text.AsSpan(start, EndOf(text, start) - start).IndexOfAnyExcept(' ', '\t') < 0;

    /// <summary>Column, from 0, of the comment that a line is; -1: it is none.</summary>
    public static int CommentColumn(string text, int start)
    {
        var line = text.AsSpan(start, EndOf(text, start) - start);
        var first = line.IndexOfAnyExcept(' ', '\t');
        return first >= 0 && line[first] == '#' ? first : -1;
    }

    /// <summary>The first character from here on that is neither blank, line end nor part of a comment; the end of the text where there is none.</summary>
    public static int NextContent(string text, int at)
    {
        while (at < text.Length)
        {
            if (text[at] is ' ' or '\t' or '\r' or '\n')
                at++;
            else if (text[at] == '#' && (at == 0 || text[at - 1] is ' ' or '\t' or '\r' or '\n'))
                at = EndOf(text, at);
            else
                return at;
        }
        return at;
    }

    /// <summary>Line, from 1, of a character.</summary>
    public static int NumberOf(string text, int at)
    {
        var line = 1;
        for (var i = 0; i < at; )
        {
            var end = EndOf(text, i);
            i = SkipBreak(text, end);
            if (end == text.Length || i > at)
                break;
            line++;
        }
        return line;
    }
}
