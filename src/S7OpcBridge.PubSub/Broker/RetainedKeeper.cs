using System.Collections.Immutable;
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>
/// What is kept at the broker: sent after each connect and change, renewed before it expires, and deleted when nothing stands for it any more.
/// </summary>
internal sealed class RetainedKeeper
{
    private readonly Lock _gate = new();
    private readonly HashSet<string> _gone = new(StringComparer.Ordinal);
    private readonly HashSet<string> _refused = new(StringComparer.Ordinal);
    private RetainedTopics _topics = RetainedTopics.None;

    /// <summary>Counts changes.</summary>
    public int Version { get; private set; }

    /// <summary>What is kept.</summary>
    public RetainedTopics Topics
    {
        get
        {
            lock (_gate)
                return _topics;
        }
    }

    /// <summary>Half of the least time after which the broker forgets one; null: it forgets none.</summary>
    public TimeSpan? RenewEvery
    {
        get
        {
            var least = TimeSpan.MaxValue;
            foreach (var message in Topics.Messages)
                least = message.Expiry > TimeSpan.Zero && message.Expiry < least ? message.Expiry : least;
            return least == TimeSpan.MaxValue ? null : least / 2;
        }
    }

    /// <summary>Takes over a map. What was kept and is not named any more goes, too.</summary>
    public void Replace(RetainedTopics topics)
    {
        lock (_gate)
        {
            var named = topics.Messages.Select(static message => message.Topic).ToHashSet(StringComparer.Ordinal);
            _gone.UnionWith(_topics.Messages.Select(static message => message.Topic));
            _gone.UnionWith(topics.Gone);
            _gone.RemoveWhere(topic => named.Contains(topic) || topics.IsKept(topic));
            _refused.Clear();
            _topics = topics;
            Version++;
        }
    }

    /// <summary>All that has to be sent after a connect or a change.</summary>
    public ImmutableArray<UrgentMessage> All()
    {
        lock (_gate)
        {
            return
            [
                .. _topics
                    .Messages.Where(message => !_refused.Contains(message.Topic))
                    .Select(static message => new UrgentMessage(message, MessageSource.Retained)),
                .. _gone.Select(Deletion),
            ];
        }
    }

    /// <summary>Deletions of topics that were found at the broker and that nothing stands for.</summary>
    public ImmutableArray<UrgentMessage> Stale(IReadOnlyCollection<string> found)
    {
        lock (_gate)
        {
            var named = _topics.Messages.Select(static message => message.Topic).ToHashSet(StringComparer.Ordinal);
            return [.. found.Where(topic => !named.Contains(topic) && !_topics.IsKept(topic)).Select(Deletion)];
        }
    }

    /// <summary>What is said before an orderly end. With 3.1.1 nothing expires, so all else is deleted (OPC 10000-14, 7.3.4.7.1).</summary>
    public ImmutableArray<UrgentMessage> Farewell(MqttVersion version)
    {
        lock (_gate)
        {
            var said = _topics.Farewell.Select(static message => message.Topic).ToHashSet(StringComparer.Ordinal);
            return
            [
                .. version == MqttVersion.V5
                    ? []
                    : _topics.Messages.Where(message => !said.Contains(message.Topic)).Select(static message => Deletion(message.Topic)),
                .. _topics.Farewell.Select(static message => new UrgentMessage(message, MessageSource.Retained)),
            ];
        }
    }

    /// <summary>The broker has deleted a topic.</summary>
    public void Cleared(string topic)
    {
        lock (_gate)
            _gone.Remove(topic);
    }

    /// <summary>The broker ends the connection because of a topic, which is left out until the map changes.</summary>
    public void LeaveOut(string topic)
    {
        lock (_gate)
        {
            _refused.Add(topic);
            _gone.Remove(topic);
        }
    }

    private static UrgentMessage Deletion(string topic) =>
        new(
            new OutgoingMessage(topic, default, MessageType.Plain, PublishFormat.Json, Retain: true, Qos: 1, Values: 0),
            MessageSource.Clearing
        );
}
