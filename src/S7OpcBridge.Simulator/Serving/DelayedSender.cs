using System.Net.Sockets;
using System.Threading.Channels;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Sends data at their due times, in order of these. Runs only on connections that need it.</summary>
internal sealed class DelayedSender(Socket socket, LinkList links, Action<Outgoing> sent, TimeProvider time)
{
    // Unbounded: the receive loop stops reading when too many jobs wait, see PlcLink.
    private readonly Channel<(Outgoing Outgoing, long Due)> _posted = Channel.CreateUnbounded<(Outgoing, long)>();
    private readonly PriorityQueue<Outgoing, (long Due, long Order)> _waiting = new();
    private long _order;

    /// <summary>Sends data after a delay.</summary>
    public void Post(Outgoing outgoing, TimeSpan delay) =>
        _posted.Writer.TryWrite((outgoing, time.GetTimestamp() + (long)(Math.Max(0, delay.TotalSeconds) * time.TimestampFrequency)));

    /// <summary>Sends data until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        Task<bool>? more = null;
        while (true)
        {
            while (_posted.Reader.TryRead(out var posted))
                _waiting.Enqueue(posted.Outgoing, (posted.Due, _order++));
            if (_waiting.TryPeek(out var next, out var when))
            {
                var wait = time.GetElapsedTime(time.GetTimestamp(), when.Due);
                if (wait <= TimeSpan.Zero)
                {
                    _waiting.Dequeue();
                    await SendAsync(next, cancellationToken);
                    continue;
                }

                more ??= _posted.Reader.WaitToReadAsync(cancellationToken).AsTask();
                await Task.WhenAny(Task.Delay(wait, time, cancellationToken), more);
                cancellationToken.ThrowIfCancellationRequested();
            }
            else
            {
                more ??= _posted.Reader.WaitToReadAsync(cancellationToken).AsTask();
                await more;
            }

            if (more.IsCompleted)
                more = null;
        }
    }

    private async Task SendAsync(Outgoing outgoing, CancellationToken cancellationToken)
    {
        ReadOnlyMemory<byte> rest = links.IsCut ? default : outgoing.Bytes;
        while (rest.Length > 0)
        {
            var segment = rest[..Math.Min(rest.Length, outgoing.Segment)];
            rest = rest[segment.Length..];
            while (segment.Length > 0)
                segment = segment[await socket.SendAsync(segment, SocketFlags.None, cancellationToken)..];
            if (rest.Length > 0 && outgoing.Pause > TimeSpan.Zero)
                await Task.Delay(outgoing.Pause, time, cancellationToken);
        }

        sent(outgoing);
    }
}
