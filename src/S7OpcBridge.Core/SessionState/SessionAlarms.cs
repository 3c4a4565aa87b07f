using System.Threading.Channels;
using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.SessionState;

/// <summary>What a session keeps of the alarms of its CPU between connections. The alarm lane writes it; the rest is for any thread.</summary>
internal sealed class SessionAlarms(ChannelWriter<CpuAlarmBatch> batches)
{
    private CpuAlarmFeed? _feed;
    private long _received,
        _lost;

    /// <summary>Changes received.</summary>
    public long Received => Volatile.Read(ref _received);

    /// <summary>How often changes were lost.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>The feed of a CPU that sends its alarms; null: it does not now.</summary>
    public CpuAlarmFeed? Feed
    {
        get => Volatile.Read(ref _feed);
        set => Volatile.Write(ref _feed, value);
    }

    /// <summary>True: the reader was told something, and not that nothing is known any more.</summary>
    public bool HasTold { get; private set; }

    public void CountReceived(int changes) => Volatile.Write(ref _received, _received + changes);

    public void CountLost() => Volatile.Write(ref _lost, _lost + 1);

    /// <summary>Passes a batch on; waits while the reader is behind.</summary>
    public async ValueTask SendAsync(CpuAlarmBatch batch, CancellationToken cancellationToken)
    {
        // Told is what was passed on: a silence that a session gives up while the reader is behind is still to be said.
        await batches.WriteAsync(batch, cancellationToken).ConfigureAwait(false);
        HasTold = batch.News != CpuAlarmNews.Silence;
    }
}
