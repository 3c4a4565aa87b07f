using System.Net;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>A broker as the place that a request came from: who sent the message to it, the broker does not tell.</summary>
/// <param name="address">Its address, as the map gives it.</param>
internal sealed class BrokerEndPoint(string address) : EndPoint
{
    /// <inheritdoc/>
    public override string ToString() => address;
}
