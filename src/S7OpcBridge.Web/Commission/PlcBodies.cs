using System.Text.Json.Serialization;
using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Commission;

/// <summary>The body of an examination: a PLC of the map, or an address.</summary>
/// <param name="Plc">Name of a PLC in the running map.</param>
/// <param name="Host">Name or address of one that is not.</param>
/// <param name="Port">Its TCP port.</param>
/// <param name="Protocol">s7 or s7plus; null: both are tried.</param>
/// <param name="Profile">Its family; null: not known.</param>
/// <param name="Rack">0 to 7; null: not known.</param>
/// <param name="Slot">0 to 31; null: not known.</param>
internal sealed record ExamineBody(
    string? Plc = null,
    string? Host = null,
    int Port = 102,
    string? Protocol = null,
    string? Profile = null,
    int? Rack = null,
    int? Slot = null
);

/// <summary>The body of a release.</summary>
/// <param name="Plc">Name of a PLC in the running map.</param>
/// <param name="Minutes">For how long; 0: the bridge takes the connection again.</param>
internal sealed record ReleaseBody(string Plc, int Minutes);

/// <summary>A body without anything in it.</summary>
internal sealed record EmptyBody;

/// <summary>Reads and writes the bodies about PLCs. What is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 16
)]
[JsonSerializable(typeof(ExamineBody))]
[JsonSerializable(typeof(ReleaseBody))]
[JsonSerializable(typeof(EmptyBody))]
[JsonSerializable(typeof(ExaminationAnswer))]
internal sealed partial class CommissionJson : JsonSerializerContext;
