using System.Text.Json;
using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.Values;

/// <summary>Reads and writes the bodies of values.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 16
)]
[JsonSerializable(typeof(ValueList))]
[JsonSerializable(typeof(WriteBody))]
[JsonSerializable(typeof(HistoryList))]
internal sealed partial class ValueJson : JsonSerializerContext;

/// <summary>The body of a write.</summary>
/// <param name="Plc">Name of the PLC.</param>
/// <param name="Tag">Path of the tag below it.</param>
/// <param name="Value">The value, by the type of the tag.</param>
/// <param name="Confirm">True: the user knows that it is an output.</param>
internal sealed record WriteBody(string Plc, string Tag, JsonElement Value, bool Confirm = false);
