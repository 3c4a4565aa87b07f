using System.Text.Json.Serialization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Values;

/// <summary>Recorded values of a tag, the oldest first.</summary>
/// <param name="Type">The type of OPC UA, or that of the elements; null: the CPU has not told it yet.</param>
/// <param name="Next">What to ask for as <c>after</c> to go on; null: there are no more.</param>
internal sealed record HistoryList(string Plc, string Tag, string? Type, IReadOnlyList<PastValue> Values, string? Next);

/// <summary>A recorded value.</summary>
/// <param name="Time">Its source time in UTC.</param>
/// <param name="Value">The value, see <see cref="JsonValue"/>; null: there was none.</param>
/// <param name="Code">The status code of OPC UA.</param>
/// <param name="Quality">Its name; BadDataLost: from here on values are missing.</param>
internal sealed record PastValue(
    DateTime Time,
    [property: JsonConverter(typeof(JsonValue)), JsonIgnore(Condition = JsonIgnoreCondition.Never)] Variant Value,
    uint Code,
    string Quality
);
