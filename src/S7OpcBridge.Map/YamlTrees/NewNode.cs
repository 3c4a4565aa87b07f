using System.Text.Json;
using System.Text.Json.Nodes;

namespace S7OpcBridge.Map.YamlTrees;

/// <summary>A value to be written: a scalar, a list or a mapping.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">Text of a scalar.</param>
/// <param name="IsText">True for a scalar that is a text, which must not be read as a number or truth value.</param>
/// <param name="Items">Items of a list, values of a mapping.</param>
/// <param name="Keys">Keys of a mapping, beside <see cref="Items"/>.</param>
internal sealed record NewNode(NodeKind Kind, string Text, bool IsText, IReadOnlyList<NewNode> Items, IReadOnlyList<string> Keys)
{
    private const int MostDepth = 32,
        MostNodes = 200_000;

    public static NewNode OfText(string text) => new(NodeKind.Scalar, text, IsText: true, [], []);

    /// <summary>The value of a key of a mapping.</summary>
    public NewNode? this[string key]
    {
        get
        {
            for (var i = 0; i < Keys.Count; i++)
            {
                if (Keys[i] == key)
                    return Items[i];
            }
            return null;
        }
    }

    /// <summary>The mapping without a key.</summary>
    public NewNode Without(string key) =>
        this with
        {
            Items = [.. Items.Where((_, i) => Keys[i] != key)],
            Keys = [.. Keys.Where(other => other != key)],
        };

    /// <summary>The node for a JSON value.</summary>
    /// <exception cref="EditRefusedException">It is null, too deep or too large.</exception>
    public static NewNode Of(JsonNode? value)
    {
        var count = 0;
        return Of(value, 0, ref count);
    }

    private static NewNode Of(JsonNode? value, int depth, ref int count)
    {
        if (depth > MostDepth || ++count > MostNodes)
            throw new EditRefusedException(0, "the value is too deep or too large for one edit; write it into the text by hand");
        switch (value)
        {
            case JsonArray array:
                var items = new List<NewNode>(array.Count);
                foreach (var item in array)
                    items.Add(Of(item, depth + 1, ref count));
                return new NewNode(NodeKind.Sequence, "", IsText: false, items, []);
            case JsonObject mapping:
                var values = new List<NewNode>(mapping.Count);
                foreach (var (_, inner) in mapping)
                    values.Add(Of(inner, depth + 1, ref count));
                return new NewNode(NodeKind.Mapping, "", IsText: false, values, [.. mapping.Select(pair => pair.Key)]);
            case JsonValue scalar when scalar.GetValueKind() == JsonValueKind.String:
                return OfText(scalar.GetValue<string>());
            case JsonValue scalar when scalar.GetValueKind() is JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False:
                return new NewNode(NodeKind.Scalar, scalar.ToJsonString(), IsText: false, [], []);
            default:
                throw new EditRefusedException(0, "the edit has no value; give one, or remove the key");
        }
    }
}
