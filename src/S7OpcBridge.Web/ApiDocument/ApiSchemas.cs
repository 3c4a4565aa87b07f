using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization.Metadata;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.ApiDocument;

/// <summary>The schemas of bodies and answers, made of the shapes by which they are read and written.</summary>
internal sealed class ApiSchemas
{
    private const string Root = "#/components/schemas/";

    private readonly Dictionary<Type, string> _names = [];
    private readonly JsonSchemaExporterOptions _options = new() { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Describe };

    /// <summary>All that were referred to, by name.</summary>
    public JsonObject All { get; } = [];

    /// <summary>A reference to the schema of a shape.</summary>
    public JsonObject Refer(JsonTypeInfo shape)
    {
        if (!_names.TryGetValue(shape.Type, out var name))
        {
            _names[shape.Type] = name = NameOf(shape.Type);
            var schema = shape.GetJsonSchemaAsNode(_options);
            Rebase(schema, name);
            All[name] = schema;
        }
        return new JsonObject { ["$ref"] = Root + name };
    }

    private static string NameOf(Type type) => type.IsGenericType ? $"{NameOf(type.GetGenericArguments()[0])}List" : type.Name;

    // Values have the type of their tag.
    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode schema) =>
        context.TypeInfo.Type == typeof(Variant)
            ? new JsonObject
            {
                ["description"] =
                    "By the tag's type: true or false, a number, a text, a list of these, or null. Int64 and UInt64 are texts, as are NaN, "
                    + "Infinity and -Infinity; times are ISO 8601 in UTC.",
                ["type"] = new JsonArray("boolean", "number", "string", "array", "null"),
            }
            : schema;

    // The exporter refers to what came before by a path from the root of the schema, which is a part of the document here.
    private static void Rebase(JsonNode? node, string name)
    {
        switch (node)
        {
            case JsonObject fields:
                if (fields["$ref"]?.GetValueKind() == JsonValueKind.String)
                    fields["$ref"] = Root + name + fields["$ref"]!.GetValue<string>()[1..];
                foreach (var (_, field) in fields)
                    Rebase(field, name);
                break;
            case JsonArray elements:
                foreach (var element in elements)
                    Rebase(element, name);
                break;
        }
    }
}
