using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>Writes nodes of a text as JSON on one line, which the loader reads as YAML.</summary>
internal static class FlowText
{
    /// <summary>JSON on one line, letters as they are.</summary>
    public static readonly JsonSerializerOptions OneLine = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes a node; false: it has an anchor, an alias or a tag, and cannot be written by itself.</summary>
    /// <param name="without">Keys that are left out of a mapping.</param>
    public static bool TryWrite(TextTree tree, int node, StringBuilder text, params IReadOnlyCollection<string> without)
    {
        if (tree.HasSpecial(node))
            return false;
        Write(tree, node, text, without);
        return true;
    }

    /// <summary>A text in double quotes.</summary>
    public static string Quoted(string value) => $"\"{JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(value)}\"";

    private static void Write(TextTree tree, int node, StringBuilder text, IReadOnlyCollection<string> without)
    {
        switch (tree[node].Kind)
        {
            case NodeKind.Scalar:
                text.Append(tree[node].IsNothing ? "~" : Quoted(tree.ValueOf(node).ToString()));
                break;
            case NodeKind.Sequence:
                text.Append('[');
                foreach (var child in tree.ChildrenOf(node))
                {
                    Write(tree, child, text, []);
                    text.Append(", ");
                }
                text.Append(']');
                break;
            default:
                text.Append('{');
                WriteKeys(tree, node, text, without);
                text.Append('}');
                break;
        }
    }

    /// <summary>Writes the keys of a mapping without brackets, each with a comma behind; what is inside must be free of anchors.</summary>
    public static void WriteKeys(TextTree tree, int mapping, StringBuilder text, params IReadOnlyCollection<string> without)
    {
        foreach (var child in tree.ChildrenOf(mapping))
        {
            var key = tree.ValueOf(child).ToString();
            if (without.Contains(key))
                continue;
            text.Append(Quoted(key)).Append(": ");
            Write(tree, tree.ValueOfKey(child), text, []);
            text.Append(", ");
        }
    }
}
