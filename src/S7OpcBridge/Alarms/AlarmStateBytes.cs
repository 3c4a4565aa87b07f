using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Alarms;

/// <summary>States of alarms as bytes, for the file and for the other nodes of a cluster: JSON with a version.</summary>
internal static class AlarmStateBytes
{
    private const int Version = 1;

    /// <summary>Reads states, by the text of the node id.</summary>
    /// <exception cref="InvalidDataException">They are damaged, or of another version.</exception>
    public static Dictionary<string, ConditionRecord> Read(ReadOnlySpan<byte> bytes)
    {
        try
        {
            var content = JsonSerializer.Deserialize(bytes, AlarmStateJson.Default.Content) ?? throw new JsonException("it is empty");
            if (content.Version != Version)
                throw new JsonException($"it has version {content.Version}, and this program knows version {Version}");
            return content.Alarms?.ToDictionary(alarm => alarm.Key, alarm => alarm.Value.ToRecord()) ?? [];
        }
        catch (Exception error) when (error is JsonException or ArgumentException or NotSupportedException or NullReferenceException)
        {
            throw new InvalidDataException(error.Message, error);
        }
    }

    /// <summary>Writes states.</summary>
    public static byte[] Write(IReadOnlyDictionary<string, ConditionRecord> records) =>
        JsonSerializer.SerializeToUtf8Bytes(
            new Content(Version, records.ToDictionary(record => record.Key, record => StoredAlarm.From(record.Value))),
            AlarmStateJson.Default.Content
        );

    internal sealed record Content(int Version, Dictionary<string, StoredAlarm>? Alarms);

    /// <summary>A text with its language, as stored.</summary>
    internal sealed record StoredText(string? Text, string? Locale)
    {
        public static StoredText? From(LocalizedText text) => text == default ? null : new StoredText(text.Text, text.Locale);

        public LocalizedText ToText() => new(Text, Locale);
    }

    /// <summary>A state as stored: the record, with texts in a form that JSON has.</summary>
    internal sealed record StoredAlarm(ConditionRecord State, StoredText? Comment, StoredText[]? Message)
    {
        public static StoredAlarm From(ConditionRecord record) =>
            new(
                record with
                {
                    Comment = default,
                    Message = null,
                },
                StoredText.From(record.Comment),
                record.Message is { } message ? [.. message.Select(text => new StoredText(text.Text, text.Locale))] : null
            );

        public ConditionRecord ToRecord() =>
            State with
            {
                Comment = Comment?.ToText() ?? default,
                Message = Message is { } message ? [.. message.Select(text => text.ToText())] : null,
            };
    }
}

/// <summary>
/// The shape of that JSON. Every property of a state is written but those that are null: one that is missing when it is read gets the default of
/// its type, not that of the record.
/// </summary>
[JsonSourceGenerationOptions(
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true
)]
[JsonSerializable(typeof(AlarmStateBytes.Content))]
internal sealed partial class AlarmStateJson : JsonSerializerContext;
