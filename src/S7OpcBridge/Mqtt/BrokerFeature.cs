using S7OpcBridge.Map;
using S7OpcBridge.Web;

namespace S7OpcBridge.Mqtt;

/// <summary>Publishes to the brokers of the map. Before the map has its first one nothing of the room, nor of the MQTT library, is loaded.</summary>
/// <param name="create">Makes the part that does it.</param>
internal sealed class BrokerFeature(Func<MqttPart> create) : IAsyncDisposable
{
    private volatile MqttPart? _part;

    /// <summary>How each entry is. Any thread.</summary>
    public IReadOnlyList<MqttState> States() => _part?.States() ?? [];

    /// <summary>Takes over the brokers of a map, and the running tags. One call at a time.</summary>
    public Task FollowAsync(BridgeMap map)
    {
        if (_part is null && map.Mqtt.Count == 0)
            return Task.CompletedTask;
        _part ??= create();
        return _part.Follow(map);
    }

    public ValueTask DisposeAsync() => _part?.DisposeAsync() ?? ValueTask.CompletedTask;
}
