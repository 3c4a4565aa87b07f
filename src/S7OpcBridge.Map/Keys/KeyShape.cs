using System.Text.Json.Nodes;

namespace S7OpcBridge.Map.Keys;

/// <summary>The JSON schema of a key's value, which editors use for completion and checks.</summary>
internal sealed record KeyShape(string Json)
{
    public static readonly KeyShape Text = new("""{ "type": "string", "minLength": 1 }""");
    public static readonly KeyShape TextOrNumber = new("""{ "type": ["string", "number"] }""");
    public static readonly KeyShape Number = new("""{ "type": "number" }""");
    public static readonly KeyShape Bool = new("""{ "type": "boolean" }""");
    public static readonly KeyShape Duration = new("""{ "type": "string", "pattern": "^[0-9.]+ ?(ms|s|min|h|d)$" }""");
    public static readonly KeyShape Texts = new("""{ "type": ["string", "array"], "items": { "type": "string" } }""");

    public static readonly KeyShape Range = new(
        """{ "anyOf": [ { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }, """
            + """{ "type": "string", "pattern": "^[^.].*\\.\\..+$" } ] }"""
    );

    public static KeyShape Whole(int min, int max) => new($$"""{ "type": "integer", "minimum": {{min}}, "maximum": {{max}} }""");

    /// <summary>A whole number, or a template parameter in braces.</summary>
    public static KeyShape WholeOrParameter(int min, int max) =>
        Any(Whole(min, max), new KeyShape("""{ "type": "string", "pattern": "[{].+[}]" }"""));

    /// <summary>One of several words.</summary>
    public static KeyShape OneOf(params IEnumerable<string> words) =>
        new($$"""{ "enum": [ {{string.Join(", ", words.Select(Quoted))}} ] }""");

    /// <summary>One of several words, or a list of them.</summary>
    public static KeyShape SomeOf(params IReadOnlyCollection<string> words) => Any(OneOf(words), ListOf(OneOf(words)));

    /// <summary>A reference to a named definition of the schema.</summary>
    public static KeyShape Ref(string name) => new($$"""{ "$ref": "#/$defs/{{name}}" }""");

    public static KeyShape ListOf(KeyShape item) => new($$"""{ "type": "array", "items": {{item.Json}} }""");

    /// <summary>A mapping whose keys the author chooses.</summary>
    public static KeyShape MapOf(KeyShape value) => new($$"""{ "type": "object", "additionalProperties": {{value.Json}} }""");

    public static KeyShape Any(params IEnumerable<KeyShape> shapes) =>
        new($$"""{ "anyOf": [ {{string.Join(", ", shapes.Select(s => s.Json))}} ] }""");

    private static string Quoted(string word) => JsonValue.Create(word).ToJsonString();
}
