using YamlDotNet.RepresentationModel;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>YAML documents as plain objects: dictionaries, lists and texts; a key that stands twice is an error.</summary>
internal static class YamlTree
{
    public static object Load(string text) => Documents(text).Single();

    public static IReadOnlyList<object> Documents(string text)
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(text));
        return [.. yaml.Documents.Select(document => Plain(document.RootNode)).Where(plain => plain is not "")];
    }

    /// <summary>The value behind keys and positions: <c>spec/template/spec/containers/0/image</c>; null where there is none.</summary>
    public static object? At(object tree, string path)
    {
        object? now = tree;
        foreach (var step in path.Split('/'))
        {
            now = now switch
            {
                Dictionary<string, object> map => map.GetValueOrDefault(step),
                List<object> list when int.TryParse(step, out var index) && index < list.Count => list[index],
                _ => null,
            };
        }
        return now;
    }

    public static string Text(object tree, string path) =>
        At(tree, path) as string ?? throw new InvalidOperationException($"There is no text at {path}.");

    public static IReadOnlyList<object> List(object tree, string path) =>
        At(tree, path) as List<object> ?? throw new InvalidOperationException($"There is no list at {path}.");

    public static IReadOnlyDictionary<string, object> Map(object tree, string path) =>
        At(tree, path) as Dictionary<string, object> ?? throw new InvalidOperationException($"There is no mapping at {path}.");

    private static object Plain(YamlNode node) =>
        node switch
        {
            YamlMappingNode map => map.Children.ToDictionary(child => ((YamlScalarNode)child.Key).Value!, child => Plain(child.Value)),
            YamlSequenceNode list => list.Children.Select(Plain).ToList(),
            _ => ((YamlScalarNode)node).Value ?? "",
        };
}
