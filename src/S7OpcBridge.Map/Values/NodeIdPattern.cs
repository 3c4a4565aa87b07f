using System.Text;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Values;

/// <summary>Makes the text of node ids from a pattern, such as <c>{quoted}</c> for the ids of an S7-1500's own server.</summary>
internal static class NodeIdPattern
{
    private static readonly string[] Words = ["plc", "name", "dotted", "quoted"];

    /// <summary>The fault of a pattern; null: none.</summary>
    public static string? Fault(string pattern)
    {
        var differs = false;
        for (var at = 0; (at = pattern.AsSpan(at).IndexOfAny('{', '}') is >= 0 and var found ? at + found : -1) >= 0; )
        {
            var word = WordAt(pattern, at);
            if (word is null)
                return $"the pattern '{pattern}' has an unmatched brace; write {{plc}}, {{name}}, {{dotted}} or {{quoted}}";
            if (!Words.Contains(word))
                return $"'{{{word}}}' is not a part of a node id; {NearestWord.Hint(word, Words)}";
            differs |= word != "plc";
            at += word.Length + 2;
        }
        return differs ? null : $"the pattern '{pattern}' gives every tag the same node id; add {{name}}, {{dotted}} or {{quoted}}";
    }

    /// <summary>The node id of a tag. The pattern must be valid.</summary>
    public static string Fill(string pattern, string plc, string path)
    {
        var text = new StringBuilder();
        for (var at = 0; at < pattern.Length; at++)
        {
            if (pattern[at] != '{')
            {
                text.Append(pattern[at]);
                continue;
            }
            var word = WordAt(pattern, at)!;
            text.Append(
                word switch
                {
                    "plc" => plc,
                    "name" => path,
                    "dotted" => path.Replace('/', '.'),
                    _ => Quoted(path),
                }
            );
            at += word.Length + 1;
        }
        return text.ToString();
    }

    private static string? WordAt(string pattern, int at) =>
        pattern[at] == '{' && pattern.AsSpan(at + 1).IndexOfAny('{', '}') is >= 0 and var length && pattern[at + 1 + length] == '}'
            ? pattern.Substring(at + 1, length)
            : null;

    // For example "Drives"[1]."Speed": an index follows the quotes.
    private static string Quoted(string path) =>
        string.Join(
            '.',
            path.Split('/')
                .Select(level =>
                    level.EndsWith(']') && level.LastIndexOf('[') is > 0 and var index
                        ? $"\"{level[..index]}\"{level[index..]}"
                        : $"\"{level}\""
                )
        );
}
