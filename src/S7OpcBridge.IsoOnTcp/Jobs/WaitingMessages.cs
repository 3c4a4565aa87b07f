using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;

namespace S7OpcBridge.IsoOnTcp.Jobs;

/// <summary>
/// What a PLC sent on its own and nobody has read yet, bounded in number and bytes: what comes on top is dropped and counted. Filled by the thread that
/// receives, which only copies; read by one reader at a time.
/// </summary>
/// <param name="most">Messages that may wait.</param>
/// <param name="mostBytes">Bytes that may wait.</param>
internal sealed class WaitingMessages(int most, long mostBytes)
{
    private readonly Channel<byte[]> _messages = Channel.CreateBounded<byte[]>(
        new BoundedChannelOptions(most) { SingleReader = true, SingleWriter = true }
    );
    private long _bytes;
    private long _lost;
    private long _unreadable;
    private int _hasLost;

    /// <summary>Messages that were lost: dropped here, or on the way.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>Messages that were taken and could not be read.</summary>
    public long Unreadable => Interlocked.Read(ref _unreadable);

    /// <summary>True from a loss, or a message that could not be read, until <see cref="TakeLost"/>.</summary>
    public bool HasLost => Volatile.Read(ref _hasLost) != 0;

    /// <summary>True once after a loss, or after a message that could not be read.</summary>
    public bool TakeLost() => Interlocked.Exchange(ref _hasLost, 0) != 0;

    /// <summary>Keeps a copy where there is room.</summary>
    public void Offer(ReadOnlySpan<byte> message)
    {
        if (Interlocked.Read(ref _bytes) + message.Length > mostBytes || !_messages.Writer.TryWrite(message.ToArray()))
            Lose(1);
        else
            Interlocked.Add(ref _bytes, message.Length);
    }

    /// <summary>Takes the next one. False: none is waiting.</summary>
    public bool TryTake([NotNullWhen(true)] out byte[]? message)
    {
        if (!_messages.Reader.TryRead(out message))
            return false;
        Interlocked.Add(ref _bytes, -message.Length);
        return true;
    }

    /// <summary>Notes that some are missing.</summary>
    public void Lose(long count)
    {
        Interlocked.Add(ref _lost, count);
        Volatile.Write(ref _hasLost, 1);
    }

    /// <summary>Notes that one that was taken, or a part of it, could not be read.</summary>
    public void CountUnreadable()
    {
        Interlocked.Increment(ref _unreadable);
        Volatile.Write(ref _hasLost, 1);
    }

    /// <summary>Waits for the next one. False: nothing more will come.</summary>
    public ValueTask<bool> WaitAsync(CancellationToken cancellationToken) => _messages.Reader.WaitToReadAsync(cancellationToken);

    /// <summary>Nothing more will come.</summary>
    public void Complete() => _messages.Writer.TryComplete();
}
