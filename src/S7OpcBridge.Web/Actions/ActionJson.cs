using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.Actions;

/// <summary>Reads and writes the bodies of actions. What an action does not know is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 16
)]
[JsonSerializable(typeof(Done))]
[JsonSerializable(typeof(LoginBody))]
[JsonSerializable(typeof(SessionAnswer))]
[JsonSerializable(typeof(CertificateBody))]
[JsonSerializable(typeof(CertificateImport))]
[JsonSerializable(typeof(PlcCertificateBody))]
[JsonSerializable(typeof(NoBody))]
internal sealed partial class ActionJson : JsonSerializerContext;
