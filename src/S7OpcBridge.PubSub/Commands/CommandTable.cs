using System.Buffers;
using System.Collections.Frozen;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Broker;

namespace S7OpcBridge.PubSub.Commands;

/// <summary>
/// Finds the tag of a command and reads its value: <c>{"value": …}</c>, or the value alone, as JSON. The link has bounded its size and the number of those that
/// wait; depth is bounded here.
/// </summary>
/// <param name="execute">Carries a command out.</param>
/// <param name="ownsPlc">True for the number of a PLC whose tags this node of a cluster writes; null: all. All nodes get the same commands.</param>
/// <param name="time">The clock.</param>
internal sealed class CommandTable(CommandHandler execute, Func<int, bool>? ownsPlc, TimeProvider time)
{
    private const int Deepest = 4;
    private static readonly JsonDocumentOptions Limits = new() { MaxDepth = Deepest };

    private FrozenDictionary<string, (int Tag, int Plc)> _tags = FrozenDictionary<string, (int Tag, int Plc)>.Empty;
    private long _done,
        _refused;

    /// <summary>Commands that were carried out.</summary>
    public long Done => Volatile.Read(ref _done);

    /// <summary>Commands that were refused, or failed at the PLC.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Takes over the topics of changed tags. Any thread.</summary>
    public void Follow(IEnumerable<(string Topic, int Tag, int Plc)> topics) =>
        _tags = topics
            .DistinctBy(static topic => topic.Topic)
            .ToFrozenDictionary(static topic => topic.Topic, static topic => (topic.Tag, topic.Plc), StringComparer.Ordinal);

    /// <summary>The topics.</summary>
    public IReadOnlyCollection<string> Topics => _tags.Keys;

    /// <summary>
    /// Carries a command out and returns the answer; null where another node does it: <c>{"status":"Good","code":0,"text":"…","timestamp_ms":…}</c>.
    /// </summary>
    public async ValueTask<ReadOnlyMemory<byte>?> AnswerAsync(BrokerCommand command, CancellationToken cancellationToken)
    {
        if (ownsPlc is not null && _tags.TryGetValue(command.Topic, out var owned) && !ownsPlc(owned.Plc))
            return null;
        var result = await ExecuteAsync(command, cancellationToken).ConfigureAwait(false);
        Interlocked.Increment(ref result.Status.IsBad ? ref _refused : ref _done);
        var answer = new ArrayBufferWriter<byte>(256);
        using var json = new Utf8JsonWriter(answer);
        json.WriteStartObject();
        json.WriteString("status", StatusCodes.NameOf(result.Status));
        json.WriteNumber("code", result.Status.Value);
        json.WriteString("text", result.Words);
        json.WriteNumber("timestamp_ms", time.GetUtcNow().ToUnixTimeMilliseconds());
        json.WriteEndObject();
        json.Flush();
        return answer.WrittenMemory;
    }

    private async ValueTask<CommandResult> ExecuteAsync(BrokerCommand command, CancellationToken cancellationToken)
    {
        if (!_tags.TryGetValue(command.Topic, out var tag))
            return new CommandResult(StatusCodes.BadNodeIdUnknown, "No tag can be written on this topic.");
        JsonDocument document;
        try
        {
            document = JsonDocument.Parse(command.Payload, Limits);
        }
        catch (JsonException)
        {
            return new CommandResult(
                StatusCodes.BadDecodingError,
                "The message is no JSON value: send 12.5, true, \"text\", [1, 2] or {\"value\": 12.5}."
            );
        }
        using (document)
        {
            var value = document.RootElement;
            if (value.ValueKind == JsonValueKind.Object && !value.TryGetProperty("value", out value))
                return new CommandResult(StatusCodes.BadDecodingError, "The message has no 'value': send {\"value\": 12.5}.");
            return await execute(new TagCommand(tag.Tag, command.Topic, value), cancellationToken).ConfigureAwait(false);
        }
    }
}
