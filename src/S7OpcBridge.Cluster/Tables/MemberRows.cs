using System.Text.Json;
using System.Text.Json.Serialization;

namespace S7OpcBridge.Cluster.Tables;

/// <summary>The rows as they are stored: JSON.</summary>
/// <param name="Founded">When the table was made, by the store's clock.</param>
/// <param name="Rows">A row per silo.</param>
internal sealed record MemberRows(DateTime Founded, IReadOnlyList<MemberRow> Rows)
{
    /// <summary>The rows of a table; of one that is not there yet: none, made now.</summary>
    public static MemberRows From(StoredTable table) => table.Rows.Length == 0 ? new MemberRows(table.Now, []) : Parse(table.Rows);

    /// <exception cref="JsonException">These are no rows.</exception>
    public static MemberRows Parse(string text) =>
        JsonSerializer.Deserialize(text, MemberRowsJson.Default.MemberRows) ?? throw new JsonException("null");

    public string ToText() => JsonSerializer.Serialize(this, MemberRowsJson.Default.MemberRows);
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(MemberRows))]
internal sealed partial class MemberRowsJson : JsonSerializerContext;
