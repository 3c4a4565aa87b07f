using System.Globalization;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tables;

/// <summary>A value of a JSON file with the line on which it begins.</summary>
/// <param name="Spot">Where it begins.</param>
/// <param name="Text">Text of a string, number, true or false; empty for null, objects and arrays.</param>
/// <param name="Members">Members of an object in their order; else empty.</param>
/// <param name="Items">Elements of an array; else empty.</param>
internal sealed record JsonTree(
    SourceLocation Spot,
    string Text,
    IReadOnlyList<(string Name, JsonTree Value)> Members,
    IReadOnlyList<JsonTree> Items
)
{
    private const int MostValues = 4_000_000;
    private static readonly JsonTree Nothing = new(default, "", [], []);

    /// <summary>The member of an object, in any case; an empty value where there is none.</summary>
    public JsonTree this[string name]
    {
        get
        {
            foreach (var (key, value) in Members)
            {
                if (key.Equals(name, StringComparison.OrdinalIgnoreCase))
                    return value;
            }
            return Nothing;
        }
    }

    /// <summary>True for an object with such a member.</summary>
    public bool Has(string name) => !ReferenceEquals(this[name], Nothing);

    /// <summary>The value as a whole number; null where it is none.</summary>
    public int? Whole => int.TryParse(Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>The value as a number; null where it is none.</summary>
    public double? Number =>
        double.TryParse(Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number : null;

    /// <summary>True for true, "true" and 1.</summary>
    public bool IsTrue => Text is "true" or "True" or "1";

    /// <summary>Reads a source; comments and trailing commas are taken.</summary>
    /// <exception cref="ImportException">It is no JSON, too deep or too long.</exception>
    public static JsonTree Read(Source source) => Read(source.File, source.Text, 1);

    /// <summary>The same of a text inside a file.</summary>
    /// <inheritdoc cref="Read(Source)"/>
    public static JsonTree Read(SourceFile file, string text, int line)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var parser = new Parser(file, line);
        var reader = new Utf8JsonReader(
            bytes,
            new JsonReaderOptions
            {
                CommentHandling = JsonCommentHandling.Skip,
                AllowTrailingCommas = true,
                MaxDepth = ImportLimits.Depth,
            }
        );
        try
        {
            reader.Read();
            return parser.Value(ref reader, bytes);
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException)
        {
            throw new ImportException(
                new SourceLocation(file, line + (int)((error as JsonException)?.LineNumber ?? 0), 1),
                "the JSON is broken here; export " + "it again"
            );
        }
    }

    private sealed class Parser(SourceFile file, int line)
    {
        private int _line = line;
        private long _at;
        private int _count;

        public JsonTree Value(ref Utf8JsonReader reader, byte[] bytes)
        {
            var spot = SpotOf(ref reader, bytes);
            if (++_count > MostValues)
                throw new ImportException(spot, $"there are more than {MostValues:N0} values in it; export fewer tags at once");
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                    var members = new List<(string, JsonTree)>();
                    while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
                    {
                        var name = reader.GetString()!;
                        reader.Read();
                        members.Add((name, Value(ref reader, bytes)));
                    }
                    return new JsonTree(spot, "", members, []);
                case JsonTokenType.StartArray:
                    var items = new List<JsonTree>();
                    while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                        items.Add(Value(ref reader, bytes));
                    return new JsonTree(spot, "", [], items);
                case JsonTokenType.String:
                    return new JsonTree(spot, reader.GetString()!, [], []);
                case JsonTokenType.Null or JsonTokenType.None:
                    return new JsonTree(spot, "", [], []);
                default:
                    return new JsonTree(spot, Encoding.UTF8.GetString(reader.ValueSpan), [], []);
            }
        }

        private SourceLocation SpotOf(ref Utf8JsonReader reader, byte[] bytes)
        {
            _line += bytes.AsSpan((int)_at, (int)(reader.TokenStartIndex - _at)).Count((byte)'\n');
            _at = reader.TokenStartIndex;
            return new SourceLocation(file, _line, 1);
        }
    }
}
