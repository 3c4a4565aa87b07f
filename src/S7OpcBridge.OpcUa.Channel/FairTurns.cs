using System.Net;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Limits how many requests do work at a time that keeps a core busy and that strangers can cause: private keys, hashes of passwords. Users take turns, and so
/// do addresses, so that many requests for one user, or from one address, delay only each other. Any thread.
/// </summary>
/// <param name="atATime">Turns that run at a time.</param>
public sealed class FairTurns(int atATime)
{
    private readonly Lock _gate = new();
    private readonly Line _line = new();
    private int _running;

    /// <summary>Waits for a turn.</summary>
    /// <param name="user">The user name; empty: none.</param>
    /// <param name="address">The client's address.</param>
    public Task TakeAsync(string user, IPAddress address, CancellationToken cancellationToken)
    {
        TaskCompletionSource turn;
        lock (_gate)
        {
            if (_running < atATime)
            {
                _running++;
                return Task.CompletedTask;
            }

            turn = _line.Enter((user, address));
        }

        return WaitAsync(turn, cancellationToken);
    }

    /// <summary>Ends a turn that was taken.</summary>
    public void End()
    {
        lock (_gate)
        {
            if (!_line.TryPass())
                _running--;
        }
    }

    private static async Task WaitAsync(TaskCompletionSource turn, CancellationToken cancellationToken)
    {
        await using (cancellationToken.Register(() => turn.TrySetCanceled(cancellationToken)).ConfigureAwait(false))
            await turn.Task.ConfigureAwait(false);
    }

    /// <summary>Waiting requests in the order of their turns.</summary>
    private sealed class Line
    {
        private readonly PriorityQueue<
            (TaskCompletionSource Turn, (string User, IPAddress Address) Who),
            (long User, long Address)
        > _waiting = new();
        private readonly Dictionary<(string User, IPAddress Address), long> _lastOfUser = [];
        private readonly Dictionary<IPAddress, long> _lastOfAddress = [];
        private (long User, long Address) _now;

        public TaskCompletionSource Enter((string User, IPAddress Address) who)
        {
            // After the last one of the same user, and of the same address; turns that are over do not count.
            var byUser = Math.Max(_now.User, _lastOfUser.GetValueOrDefault(who)) + 1;
            var byAddress = Math.Max(_now.Address, _lastOfAddress.GetValueOrDefault(who.Address)) + 1;
            (_lastOfUser[who], _lastOfAddress[who.Address]) = (byUser, byAddress);
            var turn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Enqueue((turn, who), (byUser, byAddress));
            return turn;
        }

        /// <returns>False: nobody waits.</returns>
        public bool TryPass()
        {
            while (_waiting.TryDequeue(out var next, out var place))
            {
                _now = place;
                // The last turn of a user or an address removes it, so that a flood of names keeps no memory.
                if (_lastOfUser.GetValueOrDefault(next.Who) <= place.User)
                    _lastOfUser.Remove(next.Who);
                if (_lastOfAddress.GetValueOrDefault(next.Who.Address) <= place.Address)
                    _lastOfAddress.Remove(next.Who.Address);
                if (next.Turn.TrySetResult())
                    return true;
            }

            _now = default;
            return false;
        }
    }
}
