using System.Text.Json.Serialization;

namespace S7OpcBridge.Web.Support;

/// <summary>Lines of the log.</summary>
/// <param name="Last">Number of the last line that was looked at: what to ask for as <c>after</c> to go on.</param>
/// <param name="Levels">The levels that are other than usual for a while.</param>
internal sealed record LogAnswer(long Last, IReadOnlyList<LogLine> Lines, IReadOnlyList<LevelForAWhile> Levels);

/// <summary>A level of the log for a while.</summary>
internal sealed record LevelBody(string Category, string Level, int Minutes);

/// <summary>The metrics in words.</summary>
internal sealed record FigureList(IReadOnlyList<FigureRow> Figures);

/// <summary>Reads and writes the bodies of support.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 16
)]
[JsonSerializable(typeof(LogAnswer))]
[JsonSerializable(typeof(LevelBody))]
[JsonSerializable(typeof(FigureList))]
internal sealed partial class SupportJson : JsonSerializerContext;
