using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.Maps;

/// <summary>Reads and writes the bodies of the actions of the map. Values in edits may be nested, so it is deeper than that of other actions.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 32
)]
[JsonSerializable(typeof(CandidateBody))]
[JsonSerializable(typeof(EditedTextBody))]
[JsonSerializable(typeof(RestoreBody))]
[JsonSerializable(typeof(PlcPasswordBody))]
[JsonSerializable(typeof(PasswordFileAnswer))]
[JsonSerializable(typeof(MapAnswer))]
[JsonSerializable(typeof(TextAnswer))]
[JsonSerializable(typeof(CheckAnswer))]
[JsonSerializable(typeof(PreviewAnswer))]
[JsonSerializable(typeof(SavedAnswer))]
[JsonSerializable(typeof(ConflictAnswer))]
[JsonSerializable(typeof(IReadOnlyList<VersionRow>))]
[JsonSerializable(typeof(VersionAnswer))]
internal sealed partial class MapJson : JsonSerializerContext;
