using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web;

namespace S7OpcBridge.Mqtt;

/// <summary>Runs the entries of <c>mqtt</c>, and follows a changed map. Without an entry nothing of it is loaded.</summary>
internal sealed class MqttHosting
{
    private readonly MqttSource _source;
    private readonly PublishSubscribeExtension? _shown;
    private readonly Lock _showing = new();
    private readonly SemaphoreSlim _turn = new(1);
    private volatile MqttEntry[] _entries = [];
    private bool _isStopped;

    private MqttHosting(MqttSource source, PublishSubscribeExtension? shown) =>
        (_source, _shown) = (source with { DataSetsChanged = Show }, shown);

    /// <summary>Makes it; <see cref="MqttPart.Follow"/> starts the entries.</summary>
    /// <param name="source">What is published.</param>
    /// <param name="shown">Shows it to OPC UA clients; null: nobody does.</param>
    public static MqttPart Create(MqttSource source, PublishSubscribeExtension? shown)
    {
        var hosting = new MqttHosting(source, shown);
        source.Server.Observe(hosting.Observe);
        source.Server.Liveness.Add("Publishing to brokers", "values are to be published", hosting.Rounds, hosting.HasWork);
        return new MqttPart(hosting.FollowAsync, hosting.States, hosting.StopAsync);
    }

    private void Observe(TagBatch batch)
    {
        foreach (var entry in _entries)
            entry.Publisher.Observe(batch);
    }

    // Where one entry stands still, the sum does only when the others have nothing to do; so it is the slowest that counts.
    private long Rounds()
    {
        var late = _entries.Where(static entry => entry.Publisher.HasWork).ToArray();
        return late.Length == 0 ? _entries.Sum(static entry => entry.Publisher.Rounds) : late.Min(static entry => entry.Publisher.Rounds);
    }

    private void Show()
    {
        if (_shown is null)
            return;
        // The newest description is shown last.
        lock (_showing)
            _shown.Show(
                new PubSubDescription([.. _entries.Select(static entry => entry.Description).OfType<PubSubConnectionDescription>()])
            );
    }

    private bool HasWork() => _entries.Any(static entry => entry.Publisher.HasWork);

    private MqttState[] States() => [.. _entries.Select(static entry => entry.State)];

    private async Task FollowAsync(BridgeMap map)
    {
        await _turn.WaitAsync();
        try
        {
            if (_isStopped)
                return;
            var (next, former) = (new List<MqttEntry>(), new Dictionary<string, IReadOnlyCollection<string>>(StringComparer.Ordinal));
            foreach (var entry in _entries)
            {
                if (map.Mqtt.Contains(entry.Settings) && entry.Follow())
                    next.Add(entry);
                else
                {
                    // At the same broker the next one knows what is to be cleared.
                    if (map.Mqtt.Any(settings => settings.Name == entry.Settings.Name && settings.Broker == entry.Settings.Broker))
                        former[entry.Settings.Name] = entry.Publisher.KeptTopics;
                    else
                        entry.Leave();
                    await StopAsync(entry);
                }
            }
            foreach (var settings in map.Mqtt.Where(settings => next.All(entry => entry.Settings.Name != settings.Name)))
            {
                next.Add(MqttEntry.Start(settings, _source, former.GetValueOrDefault(settings.Name, [])));
                // Seen by it from now on, also while the next one starts.
                _entries = [.. _entries, next[^1]];
            }
            _entries = [.. map.Mqtt.Select(settings => next.Find(entry => entry.Settings.Name == settings.Name)).OfType<MqttEntry>()];
            Show();
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task StopAsync(MqttEntry entry)
    {
        _entries = [.. _entries.Where(other => other != entry)];
        await entry.DisposeAsync();
    }

    private async ValueTask StopAsync()
    {
        await _turn.WaitAsync();
        _isStopped = true;
        _turn.Release();
        await Task.WhenAll(_entries.Select(static entry => entry.DisposeAsync().AsTask()));
        _entries = [];
    }
}
