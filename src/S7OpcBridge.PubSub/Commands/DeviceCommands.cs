using System.Buffers;
using System.Collections.Frozen;
using System.Text.Json;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Commands;

/// <summary>
/// Carries out commands to devices of Sparkplug (DCMD): finds the tags of their metrics, by name or alias, and writes them one after the other. There is no
/// answer: a host sees what became of it in the data.
/// </summary>
/// <param name="execute">Carries a command out.</param>
/// <param name="ownsPlc">True for the number of a PLC whose tags this node of a cluster writes; null: all.</param>
/// <param name="refused">Told what was not carried out, and why: topic and words.</param>
internal sealed class DeviceCommands(CommandHandler execute, Func<int, bool>? ownsPlc, Action<string, string> refused)
{
    private FrozenDictionary<(string Topic, string Name), WritableMetric> _tags = FrozenDictionary<(string, string), WritableMetric>.Empty;
    private FrozenDictionary<ulong, string> _names = FrozenDictionary<ulong, string>.Empty;
    private long _done,
        _refused;

    /// <summary>Metrics that were written.</summary>
    public long Done => Volatile.Read(ref _done);

    /// <summary>Metrics that were refused, or failed at the PLC.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Takes over what can be written. Any thread.</summary>
    public void Follow(IEnumerable<WritableMetric> metrics) =>
        _tags = metrics
            .DistinctBy(static metric => (metric.Topic, metric.Name))
            .ToFrozenDictionary(static metric => (metric.Topic, metric.Name));

    /// <summary>Takes over the names of changed aliases. Any thread.</summary>
    public void FollowAliases(IEnumerable<(uint Alias, string Name)> aliases) =>
        _names = aliases.ToFrozenDictionary(static alias => (ulong)alias.Alias, static alias => alias.Name);

    /// <summary>Carries a command out.</summary>
    public async ValueTask<ReadOnlyMemory<byte>?> TakeAsync(BrokerCommand command, CancellationToken cancellationToken)
    {
        if (PayloadReader.Read(command.Payload.Span) is not { } payload)
        {
            Refuse(command.Topic, $"The command is no payload of Sparkplug B, or has more than {PayloadReader.MostMetrics} metrics.");
            return null;
        }
        foreach (var metric in payload.Metrics)
        {
            if (await WriteAsync(command.Topic, metric, cancellationToken).ConfigureAwait(false) is { } why)
                Refuse(command.Topic, why);
            else
                Interlocked.Increment(ref _done);
        }
        return null;
    }

    private void Refuse(string topic, string why)
    {
        Interlocked.Increment(ref _refused);
        refused(topic, why);
    }

    private async ValueTask<string?> WriteAsync(string topic, ReceivedMetric metric, CancellationToken cancellationToken)
    {
        var name = metric.Name ?? (metric.Alias is { } alias ? _names.GetValueOrDefault(alias) : null);
        if (name is null || !_tags.TryGetValue((topic, name), out var tag))
            return $"No metric {(name is null ? $"with the alias {metric.Alias}" : $"'{name}'")} of this device can be written.";
        if (ownsPlc is not null && !ownsPlc(tag.Plc))
            return $"'{name}' is published by another node of the cluster now.";
        var json = new ArrayBufferWriter<byte>(64);
        using (var writer = new Utf8JsonWriter(json))
        {
            if (!MetricJson.TryWrite(writer, metric, tag.Type))
                return $"'{name}' has no value in the command, or one that its type does not have.";
        }
        using var document = JsonDocument.Parse(json.WrittenMemory);
        var result = await execute(new TagCommand(tag.Tag, topic, document.RootElement), cancellationToken).ConfigureAwait(false);
        return result.Status.IsBad ? result.Words : null;
    }
}
