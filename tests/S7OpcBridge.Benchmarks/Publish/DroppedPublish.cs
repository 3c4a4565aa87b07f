using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A Publish request that takes an answer of up to a megabyte and drops it.</summary>
internal sealed class DroppedPublish : QueuedPublishRequest
{
    public DroppedPublish() => MaxResponseSize = 1 << 20;

    public override bool IsAlive => true;

    public override MessageBuffer BeginResponse() => MessageBuffer.Rent(65_536, 24, 40);

    public override void Send(MessageBuffer response) => response.Dispose();

    public override void Fault(StatusCode status) => throw new InvalidOperationException(status.ToString());
}
