using System.Collections.Concurrent;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Admits jobs from outside the session (for example of <c>doctor</c>) to its connection within the load ceiling. Any thread may wait; the read lane admits.
/// Reads and external jobs alternate while both wait.
/// </summary>
internal sealed class ExternalJobGate(LoadCeiling ceiling, PlcContext context)
{
    private readonly ConcurrentQueue<TaskCompletionSource> _waiting = new();
    private bool _open;
    private bool _wasLast;

    /// <summary>True: an external job waits. Any thread.</summary>
    public bool IsWaiting => !_waiting.IsEmpty;

    /// <summary>Called when the read lane has started and admits jobs.</summary>
    public void Open() => Volatile.Write(ref _open, true);

    /// <summary>Called when the read lane has ended: all waiting jobs are admitted and fail on the closed connection.</summary>
    public void Close()
    {
        Volatile.Write(ref _open, false);
        AdmitAll();
    }

    /// <summary>Waits until one job may be sent. Any thread.</summary>
    /// <returns>To be disposed when the job is answered; null: there is no ceiling.</returns>
    public async ValueTask<IDisposable?> TakeAsync(CancellationToken cancellationToken)
    {
        if (!ceiling.IsSet)
            return null;
        var turn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiting.Enqueue(turn);
        if (!Volatile.Read(ref _open))
            AdmitAll();
        context.Wakeup.Wake();
        await turn.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        return new ExternalJob(ceiling, context.Time);
    }

    /// <summary>Admits the jobs that may start now. Belongs to the read lane.</summary>
    /// <param name="now">Monotonic time in ticks.</param>
    /// <param name="readsWait">True: a read would also start now.</param>
    public void Admit(long now, bool readsWait)
    {
        while (!_waiting.IsEmpty && !(readsWait && _wasLast) && ceiling.MayStart(now) && _waiting.TryDequeue(out var turn))
        {
            ceiling.Admit(now);
            _wasLast = true;
            turn.TrySetResult();
        }
    }

    /// <summary>Called when a read was started. Belongs to the read lane.</summary>
    public void ReadStarted() => _wasLast = false;

    private void AdmitAll()
    {
        while (_waiting.TryDequeue(out var turn))
            turn.TrySetResult();
    }

    /// <summary>An external job in flight.</summary>
    private sealed class ExternalJob(LoadCeiling ceiling, TimeProvider time) : IDisposable
    {
        private readonly long _since = time.Ticks();

        public void Dispose() => ceiling.ChargeBusy(time.Ticks() - _since);
    }
}
