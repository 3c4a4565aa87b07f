using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Gateways;

/// <summary>The UDTs of an Ignition export: gives an instance what its type says and the instance does not override.</summary>
internal sealed class IgnitionTypes
{
    private readonly Dictionary<string, JsonTree> _types = new(StringComparer.Ordinal);

    /// <summary>Collects the types of a document.</summary>
    public IgnitionTypes(JsonTree root) => Collect(root, "", 0);

    /// <summary>An instance with the members, parameters and properties of its type; what is no instance as it is.</summary>
    public JsonTree Complete(JsonTree tag)
    {
        var whole = tag;
        // A type may be made from another one.
        var typeId = tag["tagType"].Text == "UdtInstance" ? tag["typeId"].Text : "";
        for (var depth = 0; depth < ImportLimits.Depth / 4 && _types.TryGetValue(typeId, out var type); depth++)
        {
            whole = Over(type, whole);
            typeId = type["typeId"].Text;
        }
        return whole;
    }

    private void Collect(JsonTree node, string path, int depth)
    {
        foreach (var child in node.Items.Count > 0 ? node.Items : node["tags"].Items)
        {
            var name = path.Length == 0 ? child["name"].Text : $"{path}/{child["name"].Text}";
            if (child["tagType"].Text == "UdtType")
                _types.TryAdd(name.StartsWith("_types_/", StringComparison.Ordinal) ? name[8..] : name, child);
            else if (child["tagType"].Text == "Folder" && depth < ImportLimits.Depth)
                Collect(child, name, depth + 1);
        }
    }

    // What stands over the base wins, tags and parameters one by one by their names.
    private static JsonTree Over(JsonTree below, JsonTree above)
    {
        var members = new List<(string Name, JsonTree Value)>();
        foreach (var (name, value) in below.Members)
            members.Add((name, !above.Has(name) ? value : Merged(name, value, above[name])));
        members.AddRange(above.Members.Where(member => !below.Has(member.Name)));
        return above with { Members = members };
    }

    private static JsonTree Merged(string name, JsonTree below, JsonTree above) =>
        name.ToUpperInvariant() switch
        {
            "PARAMETERS" => above with { Members = [.. below.Members.Where(member => !above.Has(member.Name)), .. above.Members] },
            "TAGS" => above with { Items = TagsOf(below.Items, above.Items) },
            _ => above,
        };

    private static List<JsonTree> TagsOf(IReadOnlyList<JsonTree> below, IReadOnlyList<JsonTree> above)
    {
        var own = new Dictionary<string, JsonTree>(StringComparer.Ordinal);
        foreach (var tag in above)
            own.TryAdd(tag["name"].Text, tag);
        var tags = new List<JsonTree>();
        foreach (var tag in below)
            tags.Add(own.Remove(tag["name"].Text, out var over) ? Over(tag, over) : tag);
        tags.AddRange(above.Where(tag => own.ContainsKey(tag["name"].Text)));
        return tags;
    }
}
