using System.Runtime.CompilerServices;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Transport;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>
/// Sends the queued requests one after the other, fragmented where necessary. The caller that adds a job sends, unless another one is sending.
/// </summary>
internal sealed class RequestSender(PlusDuplex duplex, JobQueue jobs, Action<Exception> failed)
{
    private readonly PlusWriter _message = new(1024);
    private readonly byte[] _send = new byte[duplex.MaxSend];
    private long _bytes;

    /// <summary>The session id of requests; the null session until the CPU has created one.</summary>
    public uint Session { get; set; } = PlusIds.NullSession;

    /// <summary>Bytes sent so far.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Sends all queued requests. Returns at once where another caller is sending.</summary>
    public void Flush()
    {
        if (jobs.TryBeginSending())
            _ = SendAllAsync();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAllAsync()
    {
        S7PlusJob? unanswered = null;
        try
        {
            do
            {
                while (jobs.TakeToSend() is { } job)
                {
                    Compose(job);
                    var version = job.Body.Version;
                    unanswered = job.WantsAnswer ? null : job;
                    for (var at = 0; at < _message.Length; )
                    {
                        var (written, next) = PlusFrame.WriteFragment(_send, version, _message.Written, at, _send.Length);
                        at = next;
                        await duplex.SendAsync(_send.AsMemory(0, written), CancellationToken.None).ConfigureAwait(false);
                        Volatile.Write(ref _bytes, _bytes + written);
                    }
                    unanswered = null;
                    if (!job.WantsAnswer)
                        job.Complete();
                }
            } while (jobs.TryBeginSending());
        }
        catch (Exception e)
        {
            failed(e);
            // It is in no list any more, so only this code can notify its caller.
            unanswered?.Fail(e as S7PlusException ?? new S7PlusLinkException("The connection broke.", e));
        }
    }

    private void Compose(S7PlusJob job)
    {
        var body = job.Body;
        _message.Truncate(0);
        new PlusRequestHead(body.Function, job.Sequence, Session, body.Flags).Write(_message);
        _message.Bytes(body.Before);
        if (body.HasIntegrity)
            _message.Vlq(job.Integrity);
        _message.Bytes(body.After);
    }
}
