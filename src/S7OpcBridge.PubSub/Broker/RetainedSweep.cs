using System.Collections.Immutable;
using MQTTnet;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>
/// A look at what the broker keeps below some topics. Nothing tells that it was all, so it ends after some quiet; it is bounded in time, topics and bytes.
/// </summary>
internal sealed class RetainedSweep(ImmutableArray<string> filters, DateTimeOffset begun)
{
    private const int MostTopics = 10_000;
    private const int MostCharacters = 1 << 20;
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(2),
        Longest = TimeSpan.FromSeconds(30);

    private readonly HashSet<string> _found = new(StringComparer.Ordinal);
    private readonly DateTimeOffset _begun = begun;
    private DateTimeOffset _last = begun;
    private int _characters;

    /// <summary>What is looked at.</summary>
    public ImmutableArray<string> Filters => filters;

    /// <summary>What was found.</summary>
    public IReadOnlyCollection<string> Found => _found;

    /// <summary>Whether there was more than is remembered at once: another look is needed.</summary>
    public bool IsFull => _found.Count >= MostTopics || _characters >= MostCharacters;

    /// <summary>Whether a topic is looked at.</summary>
    public bool Covers(string topic)
    {
        foreach (var filter in filters)
        {
            if (MqttTopicFilterComparer.Compare(topic, filter) == MqttTopicFilterCompareResult.IsMatch)
                return true;
        }

        return false;
    }

    /// <summary>Notes a kept message.</summary>
    public void Note(string topic, DateTimeOffset time)
    {
        _last = time;
        if (!IsFull && _found.Add(topic))
            _characters += topic.Length;
    }

    /// <summary>Whether it is over.</summary>
    public bool IsOver(DateTimeOffset time) => time - _last >= Quiet || time - _begun >= Longest;
}
