using System.Text;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Writes new values as YAML, in one line or in several.</summary>
/// <param name="lineEnd">The line end of the text.</param>
/// <param name="padding">What stands inside braces: a blank, or nothing.</param>
internal sealed class ValueText(string lineEnd, string padding)
{
    /// <summary>Longest value that is written in one line where a text has both forms.</summary>
    private const int Longest = 110;

    public string LineEnd => lineEnd;

    /// <summary>The value in one line, as between braces.</summary>
    public string Flow(NewNode node, EditSchema schema)
    {
        var text = new StringBuilder();
        WriteFlow(text, node, schema);
        return text.ToString();
    }

    /// <summary>The pair of a key and its value as between braces.</summary>
    public string FlowEntry(string key, NewNode value, EditSchema schema) =>
        $"{ScalarText.OfKey(key, inFlow: true)}: {Flow(value, schema)}";

    /// <summary>The value behind a key or dash in lines, where it fits into the same line or not.</summary>
    /// <param name="node">The value.</param>
    /// <param name="schema">What the schema says about it.</param>
    /// <param name="indent">Column of the key or dash.</param>
    /// <returns>What follows the colon: a blank and the value, or lines of their own.</returns>
    public string Behind(NewNode node, EditSchema schema, int indent)
    {
        if (node.Kind == NodeKind.Scalar)
            return $" {ScalarText.Of(node.Text, inFlow: false, !node.IsText || schema.MayBeNumber)}";
        return IsForOneLine(node, schema) ? $" {Flow(node, schema)}" : $"{lineEnd}{Lines(node, schema, indent + 2)}";
    }

    /// <summary>A key with its value in lines; the first line without its indentation.</summary>
    public string BlockEntry(string key, NewNode value, EditSchema schema, int indent) =>
        $"{ScalarText.OfKey(key, inFlow: false)}:"
        + (IsSection(key, value) ? $"{lineEnd}{Lines(value, schema, indent + 2)}" : Behind(value, schema, indent));

    /// <summary>A mapping or list in lines, each with its indentation, the last one without line end.</summary>
    public string Lines(NewNode node, EditSchema schema, int indent) => $"{new string(' ', indent)}{Compact(node, schema, indent)}";

    /// <summary>The same without the indentation of the first line, as behind a dash.</summary>
    public string Compact(NewNode node, EditSchema schema, int indent)
    {
        if (node.Items.Count == 0)
            return node.Kind == NodeKind.Scalar ? Behind(node, schema, indent)[1..] : Flow(node, schema);
        var text = new StringBuilder();
        for (var i = 0; i < node.Items.Count; i++)
        {
            if (i > 0)
                text.Append(lineEnd).Append(' ', indent);
            if (node.Kind == NodeKind.Mapping)
                text.Append(BlockEntry(node.Keys[i], node.Items[i], schema.Key(node.Keys[i]), indent));
            else if (node.Items[i].Kind == NodeKind.Scalar || IsForOneLine(node.Items[i], schema.Item))
                text.Append("- ").Append(Behind(node.Items[i], schema.Item, indent).AsSpan(1));
            else
                text.Append("- ").Append(Compact(node.Items[i], schema.Item, indent + 2));
        }
        return text.ToString();
    }

    /// <summary>True for a value that is better read in one line.</summary>
    public bool IsForOneLine(NewNode node, EditSchema schema) =>
        node.Kind == NodeKind.Scalar
        || node.Items.Count == 0
        || (!HasTagsOrPlcs(node) && !HasListOfMappings(node) && Flow(node, schema).Length <= Longest);

    // UDTs have a line for each member, also those that come later.
    private static bool IsSection(string key, NewNode value) =>
        key == "types" && value is { Kind: NodeKind.Mapping, Items: [{ Kind: NodeKind.Mapping }, ..] };

    private static bool HasListOfMappings(NewNode node) =>
        (node.Kind == NodeKind.Sequence && node.Items.Any(item => item.Kind == NodeKind.Mapping)) || node.Items.Any(HasListOfMappings);

    private static bool HasTagsOrPlcs(NewNode node) =>
        node.Kind == NodeKind.Mapping && node.Keys.Any(key => key is "tags" or "plcs" or "templates" or "host");

    private void WriteFlow(StringBuilder text, NewNode node, EditSchema schema)
    {
        switch (node.Kind)
        {
            case NodeKind.Mapping when node.Items.Count == 0:
                text.Append("{}");
                break;
            case NodeKind.Mapping:
                text.Append('{').Append(padding);
                for (var i = 0; i < node.Items.Count; i++)
                {
                    text.Append(i == 0 ? "" : ", ").Append(ScalarText.OfKey(node.Keys[i], inFlow: true)).Append(": ");
                    WriteFlow(text, node.Items[i], schema.Key(node.Keys[i]));
                }
                text.Append(padding).Append('}');
                break;
            case NodeKind.Sequence:
                text.Append('[');
                for (var i = 0; i < node.Items.Count; i++)
                {
                    text.Append(i == 0 ? "" : ", ");
                    WriteFlow(text, node.Items[i], schema.Item);
                }
                text.Append(']');
                break;
            default:
                text.Append(ScalarText.Of(node.Text, inFlow: true, !node.IsText || schema.MayBeNumber));
                break;
        }
    }
}
