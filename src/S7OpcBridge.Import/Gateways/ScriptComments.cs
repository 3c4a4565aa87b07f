namespace S7OpcBridge.Import.Gateways;

/// <summary>Puts blanks in place of the comments of a script, <c>// …</c> and <c>/* … */</c> outside of texts; lines stay where they are.</summary>
internal static class ScriptComments
{
    public static string Blank(string text)
    {
        if (!text.Contains("//", StringComparison.Ordinal) && !text.Contains("/*", StringComparison.Ordinal))
            return text;
        var plain = text.ToCharArray();
        var quote = '\0';
        for (var i = 0; i < plain.Length; i++)
        {
            var c = plain[i];
            if (quote != '\0')
            {
                // A text in simple quotes ends with its line at the latest.
                if (c == '\\')
                    i++;
                else if (c == quote || c == '\n' && quote != '`')
                    quote = '\0';
            }
            else if (c is '"' or '\'' or '`')
                quote = c;
            else if (c == '/' && i + 1 < plain.Length && plain[i + 1] is '/' or '*')
                i = BlankOne(plain, i) - 1;
        }
        return new string(plain);
    }

    // The index behind the comment.
    private static int BlankOne(char[] text, int at)
    {
        var isLine = text[at + 1] == '/';
        var end = text.AsSpan(at + 2).IndexOf(isLine ? "\n" : "*/");
        end = end < 0 ? text.Length : at + 2 + end + (isLine ? 0 : 2);
        for (; at < end; at++)
        {
            if (text[at] is not ('\r' or '\n'))
                text[at] = ' ';
        }
        return end;
    }
}
