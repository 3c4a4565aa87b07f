using System.Text.Json.Nodes;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>Short ways to write edits, and to make them.</summary>
internal static class Edits
{
    public static MapEdit Set(string path, JsonNode value) => new(MapEditKind.Set, path) { Value = value };

    public static MapEdit Remove(string path) => new(MapEditKind.Remove, path);

    public static MapEdit Rename(string path, string name) => new(MapEditKind.Rename, path) { Name = name };

    public static MapEdit Insert(string path, JsonNode value, int? at = null, string? name = null) =>
        new(MapEditKind.Insert, path)
        {
            Value = value,
            At = at,
            Name = name,
        };

    public static MapEdit Move(string path, int? at = null, string? to = null) => new(MapEditKind.Move, path) { At = at, To = to };

    public static JsonNode Json(string json) => JsonNode.Parse(json)!;

    /// <summary>The text after these edits. What was read of the changed lines is compared with the whole text read again.</summary>
    public static string Applied(string text, params MapEdit[] edits) => Applied(text, isTags: false, edits);

    public static string Applied(string text, bool isTags, params MapEdit[] edits)
    {
        var current = 0;
        var edited = YamlText.Read(text, isTags).Apply(edits, ref current);
        AssertIsAsRead(edited.Tree);
        return edited.Text;
    }

    /// <summary>Why these edits are refused.</summary>
    public static string Refusal(string text, params MapEdit[] edits)
    {
        var current = 0;
        return Assert.Throws<EditRefusedException>(() => YamlText.Read(text, isTags: false).Apply(edits, ref current))!.Message;
    }

    public static void AssertIsAsRead(TextTree tree)
    {
        var again = TreeReader.Read(tree.Text);
        Assert.That(tree.Count, Is.EqualTo(again.Count), tree.Text);
        for (var i = 0; i < again.Count; i++)
        {
            if (tree[i] != again[i] || !tree.ValueOf(i).SequenceEqual(again.ValueOf(i)))
                Assert.Fail($"node {i}: {tree[i]} '{tree.ValueOf(i)}', read again {again[i]} '{again.ValueOf(i)}'\n{tree.Text}");
        }
    }
}
