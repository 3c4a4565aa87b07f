using S7OpcBridge.IsoOnTcp.Jobs;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Messages;

/// <summary>The unread messages of one subscription. Filled by the thread that receives; read by one reader at a time.</summary>
internal sealed class IndicationQueue
{
    public const int MostFrames = 8192;
    public const int MostBytes = 2 * 1024 * 1024;

    private readonly WaitingMessages _frames = new(MostFrames, MostBytes);

    public long Dropped => _frames.Lost;

    public long Broken => _frames.Unreadable;

    /// <summary>Takes a frame that answers nothing. Keeps it where it is a message.</summary>
    public void Offer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        if (Indications.IsOne(header, pdu))
            _frames.Offer(pdu);
    }

    /// <summary>True once after messages were dropped or could not be read.</summary>
    public bool TakeLost() => _frames.TakeLost();

    public void Complete() => _frames.Complete();

    /// <summary>The next message that can be read; null: none is waiting.</summary>
    public S7Message? TryTake()
    {
        while (_frames.TryTake(out var frame))
        {
            try
            {
                if (Indications.Read(frame) is { } message)
                    return message;
            }
            catch (S7ProtocolException)
            {
                // One unreadable message is no reason to lose the values of the connection; the list of pending alarms makes up for it.
                _frames.CountUnreadable();
            }
        }
        return null;
    }

    /// <summary>False: nothing more will come.</summary>
    public ValueTask<bool> WaitAsync(CancellationToken cancellationToken) => _frames.WaitAsync(cancellationToken);
}
