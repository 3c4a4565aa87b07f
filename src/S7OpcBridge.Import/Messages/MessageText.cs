using System.Text.RegularExpressions;

namespace S7OpcBridge.Import.Messages;

/// <summary>
/// A text as the tools write it. The place of a value, <c>@1%d@</c> or <c>@2W%5u@</c>, stays, since the bridge puts the value in; what it can't put in is
/// made to what it can.
/// </summary>
internal static partial class MessageText
{
    /// <summary>The text in one line, with places that the bridge fills.</summary>
    /// <param name="changed">What it does not show as the tool would; null: nothing.</param>
    public static string Read(string text, out string? changed)
    {
        changed = null;
        var line = string.Concat(text.Select(static c => char.IsControl(c) ? ' ' : c)).Trim();
        if (line.Contains('@', StringComparison.Ordinal))
        {
            var lists = 0;
            line = TextList()
                .Replace(
                    line,
                    match =>
                    {
                        lists++;
                        return $"@{match.Groups["value"].Value}%d@";
                    }
                );
            line = Element().Replace(line, static match => match.Value.ToUpperInvariant());
            if (lists > 0)
                changed = "its text lists are not imported: the number of the entry stands in their place";
        }
        if (line.Contains("<field", StringComparison.OrdinalIgnoreCase))
            changed = "it has fields of an HMI, which stay in the text as they are; write @1%d@ for the first value of the message";
        return line;
    }

    // @2W%t#list@: the entry of a text list with this number.
    [GeneratedRegex("@(?<value>[0-9]{1,2})[A-Za-z]?%t#[^@]*@")]
    private static partial Regex TextList();

    // The element's letter is a capital one for the bridge.
    [GeneratedRegex("@[0-9]{1,2}[a-z](?=%[^@]{1,10}@)")]
    private static partial Regex Element();
}
