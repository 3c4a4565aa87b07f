using System.Threading.Channels;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>Wakes one loop. Set twice before the loop looks, it wakes once.</summary>
internal sealed class LoopSignal
{
    private readonly Channel<bool> _set = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite, SingleReader = true }
    );

    /// <summary>Wakes the loop, or makes its next wait end at once. Any thread.</summary>
    public void Set() => _set.Writer.TryWrite(true);

    /// <summary>Completes when it is set.</summary>
    public async ValueTask WaitAsync(CancellationToken cancellationToken) => await _set.Reader.ReadAsync(cancellationToken);
}
