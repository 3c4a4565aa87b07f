using System.Text.Json.Nodes;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>The keys of an entry as JSON, as they are written: each scalar is a text.</summary>
internal static class RowKeys
{
    private const int MostDepth = 8;

    /// <summary>The keys of an entry, without its name and the tags inside; null: it is written in a way that cannot be taken apart.</summary>
    public static JsonObject? Of(RowPlace place)
    {
        if (place.Group.File.Table is { } table)
            return OfRow(table, place.Child);
        var tree = place.Group.File.Tree!;
        var node = tree.ValueOfChild(place.Group.List, place.Child);
        if (place.Kind == TagRowKind.Structure)
            return [];
        if (tree[node].Kind == NodeKind.Scalar)
            return tree[place.Group.List].Kind == NodeKind.Mapping ? OfShort(tree.ValueOf(node).ToString(), place.Kind) : [];
        return tree[node].Kind == NodeKind.Mapping ? OfMapping(tree, node, NamingOf(place.Kind), 0) : null;
    }

    /// <summary>The name of an entry, or what stands for it.</summary>
    public static string NameOf(RowPlace place)
    {
        if (place.Group.File.Table is { } table)
            return table.Rows[place.Child].Name;
        var tree = place.Group.File.Tree!;
        if (tree[place.Group.List].Kind == NodeKind.Mapping)
            return tree.ValueOf(place.Child).ToString();
        var node = place.Child;
        return tree[node].Kind == NodeKind.Scalar
            ? tree.ValueOf(node).ToString()
            : EntryPlaces.TextOf(tree, node, NamingOf(place.Kind)) ?? "";
    }

    /// <summary>The name of a tag, without a text of its own.</summary>
    public static ReadOnlySpan<char> NameIn(RowPlace place)
    {
        if (place.Group.File.Table is { } table)
            return table.Rows[place.Child].Name;
        var tree = place.Group.File.Tree!;
        if (tree[place.Group.List].Kind == NodeKind.Mapping)
            return tree.ValueOf(place.Child);
        return tree.FindKey(place.Child, "name") is >= 0 and var key && tree[tree.ValueOfKey(key)].Kind == NodeKind.Scalar
            ? tree.ValueOf(tree.ValueOfKey(key))
            : default;
    }

    /// <summary>The key that names an entry in a list.</summary>
    public static string NamingOf(TagRowKind kind) =>
        kind switch
        {
            TagRowKind.Group => "group",
            TagRowKind.Use => "use",
            TagRowKind.Source or TagRowKind.Block => "from",
            TagRowKind.Browse => "browse",
            _ => "name",
        };

    private static JsonObject OfRow(CsvTable table, int row)
    {
        var keys = new JsonObject();
        foreach (var (column, text) in table.CellsOf(row))
        {
            if (column != CsvDraft.NameColumn)
                keys[column] = text;
        }
        return keys;
    }

    private static JsonObject? OfShort(string text, TagRowKind kind)
    {
        if ((kind == TagRowKind.Member ? MemberText.Read(text) : ShortFormText.Read(text)) is not { } tag)
            return null;
        var keys = new JsonObject();
        for (var i = 0; i < tag.Keys.Count; i++)
            keys[tag.Keys[i]] = tag.Items[i].Text;
        return keys;
    }

    private static JsonObject OfMapping(TextTree tree, int mapping, string? without, int depth)
    {
        var keys = new JsonObject();
        foreach (var child in tree.ChildrenOf(mapping))
        {
            var key = tree.ValueOf(child).ToString();
            if (without is null || (key != without && key != "tags"))
                keys[key] = Of(tree, tree.ValueOfKey(child), depth + 1);
        }
        return keys;
    }

    private static JsonNode? Of(TextTree tree, int node, int depth) =>
        tree[node].Kind switch
        {
            NodeKind.Scalar => JsonValue.Create(tree.ValueOf(node).ToString()),
            NodeKind.Alias => JsonValue.Create($"*{tree.ValueOf(node)}"),
            _ when depth > MostDepth => JsonValue.Create("…"),
            NodeKind.Sequence => new JsonArray([.. tree.ChildrenOf(node).Select(child => Of(tree, child, depth + 1))]),
            _ => OfMapping(tree, node, without: null, depth),
        };
}
