using System.Collections.Concurrent;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Jobs that others send on the session's connection (<c>doctor</c> for example) wait here until the load ceiling allows them, as reads do. Any thread asks,
/// the read lane admits; where a read waits too, they alternate.
/// </summary>
internal sealed class ExternalJobGate(LoadCeiling ceiling, PlcContext context)
{
    private readonly ConcurrentQueue<TaskCompletionSource> _waiting = new();
    private bool _open;
    private bool _wasLast;

    /// <summary>True: somebody waits. Any thread.</summary>
    public bool IsWaiting => !_waiting.IsEmpty;

    /// <summary>The read lane runs and admits jobs.</summary>
    public void Open() => Volatile.Write(ref _open, true);

    /// <summary>The read lane has ended: all that wait are admitted and fail on the dead connection.</summary>
    public void Close()
    {
        Volatile.Write(ref _open, false);
        AdmitAll();
    }

    /// <summary>Waits until one job may be sent. Any thread.</summary>
    /// <returns>To be disposed of when the job is answered; null: there is no ceiling.</returns>
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

    /// <summary>Admits the jobs whose turn it is. Belongs to the read lane.</summary>
    /// <param name="now">Steady ticks.</param>
    /// <param name="readsWait">True: a read would start now, too.</param>
    public void Admit(long now, bool readsWait)
    {
        while (!_waiting.IsEmpty && !(readsWait && _wasLast) && ceiling.MayStart(now) && _waiting.TryDequeue(out var turn))
        {
            ceiling.Admit(now);
            _wasLast = true;
            turn.TrySetResult();
        }
    }

    /// <summary>A read was started. Belongs to the read lane.</summary>
    public void ReadStarted() => _wasLast = false;

    private void AdmitAll()
    {
        while (_waiting.TryDequeue(out var turn))
            turn.TrySetResult();
    }

    /// <summary>An external job under way.</summary>
    private sealed class ExternalJob(LoadCeiling ceiling, TimeProvider time) : IDisposable
    {
        private readonly long _since = time.Ticks();

        public void Dispose() => ceiling.ChargeBusy(time.Ticks() - _since);
    }
}
