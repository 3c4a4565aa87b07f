using System.Text.Json.Nodes;

namespace S7OpcBridge.Map.Editing;

/// <summary>What the map's schema says about a place: the order of keys, and whether a value may be a number.</summary>
internal sealed class EditSchema
{
    private const string Definition = "#/$defs/";
    private static readonly Lazy<JsonObject> Root = new(() => JsonNode.Parse(MapSchema.ToJson())!.AsObject());

    private static readonly string[] TypesOfNumbers = ["number", "integer", "boolean"];

    private readonly IReadOnlyList<JsonObject> _shapes;

    private EditSchema(IReadOnlyList<JsonObject> shapes) => _shapes = shapes;

    /// <summary>A place of which nothing is known.</summary>
    public static EditSchema Unknown { get; } = new([]);

    /// <summary>The whole of a map, or of a file of tags.</summary>
    public static EditSchema Of(bool isTags)
    {
        var root = Root.Value;
        return isTags ? new EditSchema([.. Alternatives(Defined("tags")), root]) : new EditSchema([root]);
    }

    /// <summary>The value of a key.</summary>
    public EditSchema Key(string key) =>
        new([
            .. _shapes
                .Select(shape =>
                    shape["properties"] is JsonObject known && known[key] is JsonObject property
                        ? property
                        : shape["additionalProperties"] as JsonObject
                )
                .OfType<JsonObject>()
                .SelectMany(Alternatives),
        ]);

    /// <summary>The items of a list.</summary>
    public EditSchema Item => new([.. _shapes.Select(shape => shape["items"]).OfType<JsonObject>().SelectMany(Alternatives)]);

    /// <summary>True where a number or a truth value may stand, so that a text that looks like one needs no quotes.</summary>
    public bool MayBeNumber =>
        _shapes.Any(shape =>
            shape["enum"] is null
            && shape["type"] switch
            {
                JsonValue type => TypesOfNumbers.Contains(type.GetValue<string>()),
                JsonArray types => types.Any(type => TypesOfNumbers.Contains(type!.GetValue<string>())),
                _ => false,
            }
        );

    /// <summary>True where a list of mappings may stand, which is written in lines.</summary>
    public bool IsListOfMappings => Item._shapes.Any(shape => shape["properties"] is JsonObject);

    /// <summary>The keys in their usual order, of the kind of mapping that has most of the given ones.</summary>
    public IReadOnlyList<string> Order(IReadOnlyCollection<string> present) =>
        _shapes
            .Select(shape => shape["properties"])
            .OfType<JsonObject>()
            .MaxBy(keys => present.Count(keys.ContainsKey))
            ?.Select(pair => pair.Key)
            .ToList()
        ?? [];

    private static JsonObject Defined(string name) => Root.Value["$defs"]![name]!.AsObject();

    private static IEnumerable<JsonObject> Alternatives(JsonObject shape)
    {
        if (shape["$ref"] is JsonValue reference)
            return Alternatives(Defined(reference.GetValue<string>()[Definition.Length..]));
        return shape["anyOf"] is JsonArray any ? any.OfType<JsonObject>().SelectMany(Alternatives) : [shape];
    }
}
