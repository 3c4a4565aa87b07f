using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.Alarms;

/// <summary>Reads and writes the bodies of what is done with alarms.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 16
)]
[JsonSerializable(typeof(AlarmList))]
[JsonSerializable(typeof(AlarmBody))]
[JsonSerializable(typeof(AlarmResults))]
internal sealed partial class AlarmJson : JsonSerializerContext;

/// <summary>The body of something to be done with alarms.</summary>
/// <param name="Alarms">Which.</param>
/// <param name="Comment">A comment with it; null: none.</param>
/// <param name="Minutes">How long they are shelved; null: until each is gone.</param>
internal sealed record AlarmBody(IReadOnlyList<ChosenAlarm> Alarms, string? Comment = null, double? Minutes = null);

/// <summary>An alarm to do something with.</summary>
/// <param name="Id">Text of its node id.</param>
/// <param name="Event">The event that was seen; null: the last.</param>
internal sealed record ChosenAlarm(string Id, string? Event = null);

/// <summary>What came of it, alarm by alarm.</summary>
internal sealed record AlarmResults(IReadOnlyList<AlarmResult> Results);

/// <summary>What came of it for an alarm.</summary>
internal sealed record AlarmResult(string Id, bool IsDone, string Sentence);
