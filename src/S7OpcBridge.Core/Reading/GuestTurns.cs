using System.Collections.Concurrent;

namespace S7OpcBridge.Core;

/// <summary>
/// Jobs that others send on the session's connection, <c>doctor</c> for example, wait here for their turn under the load ceiling, as reads do. Guests ask, the read lane lets
/// them in; where both wait they take turns.
/// </summary>
internal sealed class GuestTurns(LoadCeiling ceiling, PlcSite site)
{
    private readonly ConcurrentQueue<TaskCompletionSource> _waiting = new();
    private bool _open;
    private bool _wasLast;

    /// <summary>True: somebody waits. Any thread.</summary>
    public bool AreWaiting => !_waiting.IsEmpty;

    /// <summary>The read lane is there to let guests in.</summary>
    public void Open() => Volatile.Write(ref _open, true);

    /// <summary>It is not any more: nobody is kept waiting, and the dead connection tells the rest.</summary>
    public void Close()
    {
        Volatile.Write(ref _open, false);
        LetAllIn();
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
            LetAllIn();
        site.Alarm.Ring();
        await turn.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        return new Stay(ceiling, site.Time);
    }

    /// <summary>Lets in whose turn it is. Belongs to the read lane.</summary>
    /// <param name="now">Steady ticks.</param>
    /// <param name="readsWait">True: a read would start now, too.</param>
    public void LetIn(long now, bool readsWait)
    {
        while (!_waiting.IsEmpty && !(readsWait && _wasLast) && ceiling.MayStart(now) && _waiting.TryDequeue(out var turn))
        {
            ceiling.LetIn(now);
            _wasLast = true;
            turn.TrySetResult();
        }
    }

    /// <summary>A read was started. Belongs to the read lane.</summary>
    public void ReadStarted() => _wasLast = false;

    private void LetAllIn()
    {
        while (_waiting.TryDequeue(out var turn))
            turn.TrySetResult();
    }

    /// <summary>A guest's job under way.</summary>
    private sealed class Stay(LoadCeiling ceiling, TimeProvider time) : IDisposable
    {
        private readonly long _since = time.Ticks();

        public void Dispose() => ceiling.ChargeBusy(time.Ticks() - _since);
    }
}
