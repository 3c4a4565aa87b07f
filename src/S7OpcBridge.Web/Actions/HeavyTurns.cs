using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Actions;

/// <summary>
/// Limits actions with long bodies that keep a core busy: one of a user at a time, from the first byte of its body on, and two in all that work. The others
/// wait, users and addresses in turns. Any thread.
/// </summary>
internal sealed class HeavyTurns
{
    /// <summary>Users whose bodies are in memory at a time, and actions that work at a time.</summary>
    public const int MostUsers = 8,
        MostAtWork = 2;

    /// <summary>How long an action waits for its turns together, and how long its body may take.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, Queued> _users = [];
    private readonly FairTurns _work = new(MostAtWork);

    /// <summary>Takes the place of a user; null: too many others have one, or the user's own action before takes too long.</summary>
    public async Task<IDisposable?> EnterAsync(string user, CancellationToken cancellationToken)
    {
        Queued queued;
        lock (_gate)
        {
            if (!_users.TryGetValue(user, out queued!))
            {
                if (_users.Count == MostUsers)
                    return null;
                _users[user] = queued = new Queued();
            }
            if (queued.Count == MostUsers)
                return null;
            queued.Count++;
        }
        var entered = false;
        try
        {
            entered = await queued.Turn.WaitAsync(Patience, cancellationToken);
            return entered ? new Place(() => Leave(user, queued, hadTurn: true)) : null;
        }
        finally
        {
            if (!entered)
                Leave(user, queued, hadTurn: false);
        }
    }

    /// <summary>Does the work in its turn, on a thread of its own with low priority; null: others took too long.</summary>
    public async Task<ActionAnswer?> RunAsync(
        string user,
        IPAddress address,
        Func<Task<ActionAnswer?>> work,
        CancellationToken cancellationToken
    )
    {
        using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
        {
            limit.CancelAfter(Patience);
            try
            {
                await _work.TakeAsync(user, address, limit.Token);
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                return null;
            }
        }
        try
        {
            // What is under way is not broken off when the browser goes, so the turn lasts as long as the work.
            return await Task
                .Factory.StartNew(
                    () =>
                    {
                        ThreadPriorities.Lower();
                        return work();
                    },
                    CancellationToken.None,
                    TaskCreationOptions.LongRunning,
                    TaskScheduler.Default
                )
                .Unwrap();
        }
        finally
        {
            _work.End();
        }
    }

    private void Leave(string user, Queued queued, bool hadTurn)
    {
        if (hadTurn)
            queued.Turn.Release();
        lock (_gate)
        {
            if (--queued.Count == 0)
                _users.Remove(user);
        }
    }

    private sealed class Queued
    {
        public SemaphoreSlim Turn { get; } = new(1);

        public int Count { get; set; }
    }

    private sealed class Place(Action leave) : IDisposable
    {
        private Action? _leave = leave;

        public void Dispose() => Interlocked.Exchange(ref _leave, null)?.Invoke();
    }
}
