using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.FirstStart;

/// <summary>What the page shows once.</summary>
/// <param name="Map">The map that will be made.</param>
/// <param name="Name">A name for the bridge.</param>
/// <param name="IsOpen">True: the page is reached from other machines already.</param>
/// <param name="Version">Version of the program.</param>
internal sealed record FirstStartOverview(string Map, string Name, bool IsOpen, string Version);

/// <summary>What somebody has typed.</summary>
/// <param name="Code">The code in the log.</param>
/// <param name="Name">Name of the bridge.</param>
/// <param name="Port">Port of its OPC UA server.</param>
/// <param name="IsOpen">True: clients of other machines may connect.</param>
/// <param name="HasConsole">True: the console may be opened on other machines, by https.</param>
/// <param name="User">The first administrator.</param>
/// <param name="Password">The password.</param>
internal sealed record FirstStartBody(string Code, string Name, int Port, bool IsOpen, bool HasConsole, string User, string Password);

/// <summary>The map is written.</summary>
/// <param name="Console">Where the console will be.</param>
internal sealed record FirstStartDone(string Console);

/// <summary>Reads and writes all of these as JSON. What is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 4
)]
[JsonSerializable(typeof(FirstStartOverview))]
[JsonSerializable(typeof(FirstStartBody))]
[JsonSerializable(typeof(FirstStartDone))]
internal sealed partial class FirstStartJson : JsonSerializerContext;
