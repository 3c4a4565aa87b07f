using System.Text;
using System.Text.Json.Nodes;

namespace S7OpcBridge.Map.TagRows;

/// <summary>
/// Writes a small map of some rows: their PLCs with what decides how tags are read, the groups around the rows, and the types. Each key of a row has a line of
/// its own, so that a finding leads back to it.
/// </summary>
internal sealed class RowDraft
{
    // Of a PLC: what does not matter for a tag, or is secret.
    private static readonly string[] LeftOut =
    [
        "tags",
        "password",
        "passwordFile",
        "certificate",
        "subscriptions",
        "second",
        "bind",
        "owner",
        "heartbeat",
        "permissions",
    ];

    private readonly StringBuilder _text = new();
    private readonly List<(int Row, string? Key)> _lines = [];

    /// <summary>The map.</summary>
    public string Text => _text.ToString();

    /// <summary>The row and the key of each line, from 0; row -1: none.</summary>
    public IReadOnlyList<(int Row, string? Key)> Lines => _lines;

    /// <summary>Writes it; false: something around the rows has anchors, so that it cannot be taken out of its text.</summary>
    /// <param name="rows">The rows with their numbers and lists; those of a PLC follow each other.</param>
    /// <param name="server">The settings of the server that matter, as keys in YAML.</param>
    /// <param name="includes">Files with types and templates.</param>
    /// <param name="naming">The name that a row gets.</param>
    public bool TryWrite(
        IReadOnlyList<(int Number, TagRowDraft Row, RowGroup Group)> rows,
        string server,
        IEnumerable<string> includes,
        Func<int, TagRowDraft, string> naming
    )
    {
        Line($"{{ \"server\": {{ {server} }}, \"include\": [{string.Join(", ", includes.Select(FlowText.Quoted))}], \"plcs\": [");
        foreach (var plc in rows.GroupBy(row => row.Group.Owner))
        {
            if (plc.Key.Tree[plc.Key.Node].IsSpecial || !WritePlc(plc.Key))
                return false;
            foreach (var (number, row, group) in plc)
            {
                if (!WriteGroups(group, out var count))
                    return false;
                WriteRow(number, row, naming(number, row));
                Line(string.Concat(Enumerable.Repeat("]}", count)) + ",");
            }
            Line("]},");
        }
        Line("]}");
        return true;
    }

    private bool WritePlc(RowOwner plc)
    {
        foreach (var child in plc.Tree.ChildrenOf(plc.Node))
        {
            if (!LeftOut.Contains(plc.Tree.ValueOf(child).ToString()) && plc.Tree.HasSpecial(plc.Tree.ValueOfKey(child)))
                return false;
        }
        _text.Append('{');
        FlowText.WriteKeys(plc.Tree, plc.Node, _text, LeftOut);
        Line("\"tags\": [");
        return true;
    }

    // From the outermost on.
    private bool WriteGroups(RowGroup group, out int count)
    {
        count = 0;
        if (group.Parent is null)
            return true;
        if (!WriteGroups(group.Parent, out count))
            return false;
        _text.Append($"{{\"group\": {FlowText.Quoted(group.Folder)}, ");
        if (group.Keys is { } keys)
        {
            foreach (var child in keys.ChildrenOf(group.KeysNode))
            {
                if (!keys.Is(child, "tags") && keys.HasSpecial(keys.ValueOfKey(child)))
                    return false;
            }
            FlowText.WriteKeys(keys, group.KeysNode, _text, "group", "from", "encoding", "tags");
        }
        Line("\"tags\": [");
        count++;
        return true;
    }

    private void WriteRow(int number, TagRowDraft row, string name)
    {
        Line("{", number);
        Line($"{FlowText.Quoted(RowKeys.NamingOf(row.Kind))}: {FlowText.Quoted(name)},", number, RowKeys.NamingOf(row.Kind));
        foreach (var (key, value) in row.Keys)
            Line($"{FlowText.Quoted(key)}: {ValueText(value)},", number, key);
        if (row.Kind == TagRowKind.Group)
            Line("\"tags\": []", number);
        Line("}", number);
    }

    private static string ValueText(JsonNode? value) => value?.ToJsonString(FlowText.OneLine) ?? "~";

    private void Line(string text, int row = -1, string? key = null)
    {
        _text.Append(text).Append('\n');
        _lines.Add((row, key));
    }
}
