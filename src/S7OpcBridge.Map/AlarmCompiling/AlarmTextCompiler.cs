using System.Collections.Immutable;
using System.Text;
using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Makes texts of alarms: finds the tags whose values stand in them, and numbers these fields.</summary>
internal sealed partial class AlarmTextCompiler(PlcTags tags, string plc, FindingList findings)
{
    private readonly HashSet<(SourceFile?, string)> _missing = [];
    private readonly List<AlarmField> _fields = [];

    /// <summary>Texts of the map, where <c>{Level}</c> is the value of a tag, <c>{Level:0.0}</c> with one decimal, <c>{Status:X}</c> in hexadecimal.</summary>
    public AlarmText CompileMap(IReadOnlyList<LocalText> texts, SourceLocation spot, Tag tag)
    {
        _fields.Clear();
        return Make(texts.Select(text => text with { Text = Numbered(text.Text, spot, tag) }));
    }

    /// <summary>Texts of a list of WinCC, where <c>&lt;field ref="0" /&gt;</c> is the value of the tag that the field's description names.</summary>
    public AlarmText CompileList(IReadOnlyList<LocalText> texts, string fieldInfo, SourceLocation spot)
    {
        _fields.Clear();
        var described = fieldInfo.Length == 0 ? [] : Described(fieldInfo);
        return Make(texts.Select(text => text with { Text = WithoutFields(text.Text, described, spot) }));
    }

    private AlarmText Make(IEnumerable<LocalText> texts) => new([.. texts], [.. _fields]);

    private string Numbered(string text, SourceLocation spot, Tag tag)
    {
        if (!text.AsSpan().ContainsAny('{', '}'))
            return text;
        var result = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            var c = text[i];
            if (c is '{' or '}' && i + 1 < text.Length && text[i + 1] == c)
            {
                result.Append(c, 2);
                i++;
            }
            else if (c == '{' && text.IndexOf('}', i) is > 0 and var end)
            {
                if (FieldOf(text[(i + 1)..end], spot, tag) is { } field)
                    result.Append('{').Append(NumberOf(field)).Append('}');
                i = end;
            }
            else
            {
                result.Append(c, c is '{' or '}' ? 2 : 1);
            }
        }
        return result.ToString();
    }

    private AlarmField? FieldOf(string text, SourceLocation spot, Tag tag)
    {
        var match = Format().Match(text);
        var (name, format) = match.Success ? (match.Groups["name"].Value.Trim(), match.Groups["format"].Value) : (text.Trim(), "");
        var path = tags.Find(name, tag.Name)?.Name;
        if (path is null && !tags.MayExist(name))
        {
            findings.Error(spot, $"'{{{text}}}' names no tag of '{plc}'; {Hint(name)} (a brace itself is written twice)");
            return null;
        }
        return new AlarmField(
            path ?? name,
            format is "X" or "x",
            format.Contains('0', StringComparison.Ordinal) ? Math.Max(0, format.Length - 2) : -1
        );
    }

    private string Hint(string name) =>
        NearestWord.Find(name, tags.Paths) is { } near ? $"did you mean '{near}'?" : "write its path below the PLC";

    private int NumberOf(AlarmField field)
    {
        if (_fields.IndexOf(field) is >= 0 and var known)
            return known;
        _fields.Add(field);
        return _fields.Count - 1;
    }

    private string WithoutFields(string text, Dictionary<string, (string Tag, bool IsHexadecimal)> described, SourceLocation spot)
    {
        var result = new StringBuilder(text.Length);
        var last = 0;
        foreach (Match match in Field().Matches(text))
        {
            AppendPlain(match.Index);
            last = match.Index + match.Length;
            var number = match.Groups["ref"].Value;
            if (!described.TryGetValue(number, out var field))
                Warn(spot, $"field {number}", "the column FieldInfo does not say what it is");
            else if (tags.FindByHmiName(field.Tag) is { } tag)
                result.Append('{').Append(NumberOf(new AlarmField(tag.Name, field.IsHexadecimal))).Append('}');
            else
                Warn(spot, field.Tag, $"'{plc}' has no tag of this name");
        }
        AppendPlain(text.Length);
        return result.ToString().Trim();

        void AppendPlain(int end)
        {
            foreach (var c in text.AsSpan(last, end - last))
                result.Append(c, c is '{' or '}' ? 2 : 1);
        }
    }

    private void Warn(SourceLocation spot, string what, string why)
    {
        if (_missing.Add((spot.File, what)))
            findings.Warning(spot, $"the value of '{what}' is left out of the texts: {why}");
    }

    private static Dictionary<string, (string Tag, bool IsHexadecimal)> Described(string info)
    {
        var fields = new Dictionary<string, (string, bool)>();
        foreach (Match match in Reference().Matches(info))
        {
            var parts = match
                .Groups["parts"]
                .Value.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
                .Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries))
                .Where(part => part.Length == 2)
                .GroupBy(part => part[0], StringComparer.OrdinalIgnoreCase)
                .ToDictionary(group => group.Key, group => group.First()[1], StringComparer.OrdinalIgnoreCase);
            if (parts.TryGetValue("id", out var id) && parts.TryGetValue("Tag", out var tag))
                fields.TryAdd(
                    id,
                    (tag.Trim('"'), parts.GetValueOrDefault("DisplayType", "").StartsWith("Hex", StringComparison.OrdinalIgnoreCase))
                );
        }
        return fields;
    }

    [GeneratedRegex(@"^(?<name>.+):(?<format>[Xx]|0|0\.0+)$")]
    private static partial Regex Format();

    [GeneratedRegex("""<field\s+ref\s*=\s*"?(?<ref>\d+)"?\s*/?>""", RegexOptions.IgnoreCase)]
    private static partial Regex Field();

    [GeneratedRegex(@"<ref\s+(?<parts>[^>]*)>", RegexOptions.IgnoreCase)]
    private static partial Regex Reference();
}
