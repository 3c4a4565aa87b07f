using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>Reads and writes the bodies of the actions of the table of tags.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 32
)]
[JsonSerializable(typeof(EntriesBody))]
[JsonSerializable(typeof(FindBody))]
[JsonSerializable(typeof(RowsBody))]
[JsonSerializable(typeof(LoadBody))]
[JsonSerializable(typeof(EntriesAnswer))]
[JsonSerializable(typeof(RowsAnswer))]
[JsonSerializable(typeof(PeekAnswer))]
[JsonSerializable(typeof(LoadsAnswer))]
internal sealed partial class TagEditJson : JsonSerializerContext;
