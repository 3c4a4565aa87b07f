using System.Text.Json;
using System.Text.Json.Nodes;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Import.Writing;

/// <summary>Takes apart what <see cref="MapFiles"/> writes of a PLC, so that its parts can be put into a map that is there.</summary>
internal static class PlcEdits
{
    /// <summary>The parts.</summary>
    /// <param name="plc">The PLC with the tags that are taken, and its name in the map.</param>
    /// <param name="templates">Names of the templates that the map has.</param>
    /// <param name="isTaken">Whether a file of a name is there already.</param>
    public static TakenTags Make(PlantPlc plc, ImportOptions options, IEnumerable<string> templates, Func<string, bool> isTaken)
    {
        if (plc.Tags.Count == 0)
            return new TakenTags([], null, [], [], []);
        var stem = MapFiles.StemOf(plc.Name);
        IReadOnlyList<(string Name, string Text)> files;
        var number = 1;
        do files = MapFiles.Write(new ImportedPlant([plc]), $"{stem}{(number == 1 ? "" : $"-{number}")}.yaml", options, [], templates);
        while (files.Skip(1).Any(file => isTaken(file.Name)) && ++number < 1000);
        var tree = TreeReader.Read(files[0].Text);
        var map = (JsonObject)JsonOf(tree, 0)!;
        var written = (JsonObject)map["plcs"]![0]!;
        return new TakenTags(
            [.. ItemsOf(written["tags"]!)],
            written["scan"]?.DeepClone() as JsonObject,
            map["templates"]?.DeepClone() as JsonObject ?? [],
            map["alarms"]?["classes"]?.DeepClone() as JsonObject ?? [],
            [.. files.Skip(1).Select(static file => KeyValuePair.Create(file.Name, file.Text))],
            written["alarms"]?.DeepClone() as JsonObject
        );
    }

    // Names in front of colons become keys, so that the entries fit into a list, and among names, too.
    private static IEnumerable<JsonObject> ItemsOf(JsonNode tags)
    {
        if (tags is JsonArray list)
        {
            foreach (var item in list)
                yield return (JsonObject)item!.DeepClone();
            yield break;
        }
        foreach (var (name, value) in (JsonObject)tags)
        {
            var entry =
                value as JsonObject
                ?? ShortFormText.Read(value!.ToString()) switch
                {
                    { } tag => new JsonObject(
                        tag.Keys.Select((key, at) => KeyValuePair.Create<string, JsonNode?>(key, tag.Items[at].Text))
                    ),
                    null => throw new InvalidOperationException($"'{name}' was written in no form of a tag."),
                };
            var item = new JsonObject { [entry["tags"] is null ? "name" : "group"] = name };
            foreach (var (key, inner) in entry)
                item[key] = inner?.DeepClone();
            yield return item;
        }
    }

    private static JsonNode? JsonOf(TextTree tree, int node) =>
        tree[node].Kind switch
        {
            NodeKind.Mapping => new JsonObject(
                tree.ChildrenOf(node)
                    .Select(child => KeyValuePair.Create(tree.ValueOf(child).ToString(), JsonOf(tree, tree.ValueOfKey(child))))
            ),
            NodeKind.Sequence => new JsonArray([.. tree.ChildrenOf(node).Select(child => JsonOf(tree, child))]),
            _ => ScalarOf(tree.ValueOf(node).ToString(), isPlain: (tree[node].Marks & NodeMarks.Plain) != 0),
        };

    // Numbers and truth values as JSON has them; others, such as 0x10, are texts that the map reads as well.
    private static JsonNode ScalarOf(string text, bool isPlain)
    {
        if (isPlain && (text is "true" or "false" || (text.Length > 0 && (char.IsAsciiDigit(text[0]) || text[0] == '-'))))
        {
            try
            {
                if (JsonNode.Parse(text) is JsonValue value && value.ToJsonString() == text)
                    return value;
            }
            catch (JsonException)
            {
                // A text.
            }
        }
        return JsonValue.Create(text);
    }
}
