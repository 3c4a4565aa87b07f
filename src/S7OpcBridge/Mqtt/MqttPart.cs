using S7OpcBridge.Map;
using S7OpcBridge.Web;

namespace S7OpcBridge.Mqtt;

/// <summary>
/// What publishes to brokers, as functions: whoever holds this does not load the room, nor the MQTT library. It is made when the map has its first broker.
/// </summary>
/// <param name="Follow">Takes over the brokers of a map, and the running tags. One call at a time.</param>
/// <param name="States">How each entry is. Any thread.</param>
/// <param name="StopAsync">Says farewell to the brokers and ends.</param>
internal sealed record MqttPart(Func<BridgeMap, Task> Follow, Func<IReadOnlyList<MqttState>> States, Func<ValueTask> StopAsync)
    : IAsyncDisposable
{
    public ValueTask DisposeAsync() => StopAsync();
}
