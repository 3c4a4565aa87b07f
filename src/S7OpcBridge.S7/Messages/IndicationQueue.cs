using System.Threading.Channels;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Messages;

/// <summary>
/// The unread messages of one subscription, bounded in number and bytes: what comes faster than it is read is dropped and counted. Filled by the thread that
/// receives, which only copies; read by one reader at a time.
/// </summary>
internal sealed class IndicationQueue
{
    public const int MostFrames = 8192;
    public const int MostBytes = 2 * 1024 * 1024;

    private readonly Channel<byte[]> _frames = Channel.CreateBounded<byte[]>(
        new BoundedChannelOptions(MostFrames) { SingleReader = true, SingleWriter = true }
    );
    private long _bytes;
    private long _dropped;
    private long _broken;
    private int _hasLost;

    public long Dropped => Interlocked.Read(ref _dropped);

    public long Broken => Interlocked.Read(ref _broken);

    /// <summary>Takes a frame that answers nothing. Keeps it where it is a message.</summary>
    public void Offer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        if (!Indications.IsOne(header, pdu))
            return;
        if (Interlocked.Read(ref _bytes) + pdu.Length > MostBytes || !_frames.Writer.TryWrite(pdu.ToArray()))
        {
            Interlocked.Increment(ref _dropped);
            Volatile.Write(ref _hasLost, 1);
            return;
        }
        Interlocked.Add(ref _bytes, pdu.Length);
    }

    /// <summary>True once after messages were dropped or could not be read.</summary>
    public bool TakeLost() => Interlocked.Exchange(ref _hasLost, 0) != 0;

    public void Complete() => _frames.Writer.TryComplete();

    /// <summary>The next message that can be read; null: none is waiting.</summary>
    public S7Message? TryTake()
    {
        while (_frames.Reader.TryRead(out var frame))
        {
            Interlocked.Add(ref _bytes, -frame.Length);
            try
            {
                if (Indications.Read(frame) is { } message)
                    return message;
            }
            catch (S7ProtocolException)
            {
                // One unreadable message is no reason to lose the values of the connection; the list of pending alarms makes up for it.
                Interlocked.Increment(ref _broken);
                Volatile.Write(ref _hasLost, 1);
            }
        }
        return null;
    }

    /// <summary>False: nothing more will come.</summary>
    public ValueTask<bool> WaitAsync(CancellationToken cancellationToken) => _frames.Reader.WaitToReadAsync(cancellationToken);
}
