using System.Text;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>Writes a small map of some members of UDTs: each is a UDT of its own, and a tag has it. Each key of a member has a line of its own.</summary>
internal sealed class MemberDraft
{
    /// <summary>What the names have that are here only.</summary>
    public const string Mark = "being checked";

    private readonly StringBuilder _text = new();
    private readonly List<(int Row, string? Key)> _lines = [];
    private readonly List<TagRowFinding> _twice = [];

    /// <summary>The map.</summary>
    public string Text => _text.ToString();

    /// <summary>The row and the key of each line, from 0; row -1: none.</summary>
    public IReadOnlyList<(int Row, string? Key)> Lines => _lines;

    /// <summary>Members whose name another one of their structure has.</summary>
    public IReadOnlyList<TagRowFinding> Twice => _twice;

    /// <summary>Writes it.</summary>
    /// <param name="rows">The rows with their numbers and lists.</param>
    /// <param name="server">The settings of the server that matter, as keys in YAML.</param>
    /// <param name="includes">Files with types.</param>
    public void Write(IReadOnlyList<(int Number, TagRowDraft Row, RowGroup Group)> rows, string server, IEnumerable<string> includes)
    {
        Line($"{{ \"server\": {{ {server} }}, \"include\": [{string.Join(", ", includes.Select(FlowText.Quoted))}], \"types\": {{");
        foreach (var (number, row, group) in rows)
        {
            if (IsTwice(row, group))
                _twice.Add(new TagRowFinding(number, "name", IsError: true, $"the member '{row.Name}' is given twice; rename one of them"));
            WriteMember(number, row);
        }
        Line(
            "}, \"plcs\": [{ \"name\": \"Members\", \"host\": \"192.0.2.1\", \"profile\": \"s7-1500\", \"timezone\": \"UTC\", \"tags\": ["
        );
        foreach (var (number, _, _) in rows)
            Line($"{{ \"name\": \"{NameOf(number)}\", \"address\": \"DB{number + 1}.DBB0\", \"type\": \"{NameOf(number)}\" }},", number);
        Line("]}]}");
    }

    private void WriteMember(int number, TagRowDraft row)
    {
        Line($"\"{NameOf(number)}\": {{");
        Line($"{FlowText.Quoted(row.Name)}: {{", number, "name");
        // Without a type it would be a structure.
        if (!row.Keys.ContainsKey("type"))
            Line("\"type\": \"\",", number, "type");
        foreach (var (key, value) in row.Keys)
            Line($"{FlowText.Quoted(key)}: {value?.ToJsonString(FlowText.OneLine) ?? "~"},", number, key);
        Line("}},", number);
    }

    // Unlike those of the map's UDTs.
    private static string NameOf(int number) => $"row {number} {Mark}";

    private static bool IsTwice(TagRowDraft row, RowGroup group)
    {
        if (group.List < 0)
            return false;
        var own = row.Path is null ? null : EditPath.Parse(row.Path)[^1].Name;
        return NamesIn(group.File.Tree!, group.List).Any(name => name != own && name.Equals(row.Name, StringComparison.OrdinalIgnoreCase));
    }

    private static IEnumerable<string> NamesIn(TextTree tree, int list) =>
        tree.ChildrenOf(list).Select(child => tree.ValueOf(child).ToString());

    private void Line(string text, int row = -1, string? key = null)
    {
        _text.Append(text).Append('\n');
        _lines.Add((row, key));
    }
}
