using System.Net;

namespace S7OpcBridge;

/// <summary>
/// Password checks that wait for a core: each takes one for a tenth of a second, and strangers may ask for any number of them. Users take turns, and so do addresses, so that many
/// guesses for one user, or from one address, delay only each other. Any thread.
/// </summary>
/// <param name="atATime">Checks that run at a time.</param>
internal sealed class PasswordQueue(int atATime)
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<TaskCompletionSource, (long User, long Address)> _waiting = new();
    private readonly Dictionary<(string User, IPAddress Address), long> _lastOfUser = [];
    private readonly Dictionary<IPAddress, long> _lastOfAddress = [];
    private (long User, long Address) _now;
    private int _running;

    /// <summary>All cores but one, which is for those who are logged in.</summary>
    public static PasswordQueue OfMachine() => new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>Runs a check on the pool when its turn has come.</summary>
    /// <param name="user">Whose password is checked.</param>
    /// <param name="address">Where it came from.</param>
    /// <param name="check">The check.</param>
    /// <param name="cancellationToken">Ends the wait for the turn.</param>
    public async Task<T> RunAsync<T>(string user, IPAddress address, Func<T> check, CancellationToken cancellationToken)
    {
        await TurnAsync(user, address, cancellationToken);
        try
        {
            return await Task.Run(check, CancellationToken.None);
        }
        finally
        {
            EndTurn();
        }
    }

    private async Task TurnAsync(string user, IPAddress address, CancellationToken cancellationToken)
    {
        var turn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_running < atATime)
            {
                _running++;
                return;
            }

            // Each comes behind the one before it of the same user, and of the same address; what had its turn already is no measure any more.
            var byUser = Math.Max(_now.User, _lastOfUser.GetValueOrDefault((user, address))) + 1;
            var byAddress = Math.Max(_now.Address, _lastOfAddress.GetValueOrDefault(address)) + 1;
            (_lastOfUser[(user, address)], _lastOfAddress[address]) = (byUser, byAddress);
            _waiting.Enqueue(turn, (byUser, byAddress));
        }

        await using (cancellationToken.Register(() => turn.TrySetCanceled(cancellationToken)))
            await turn.Task;
    }

    private void EndTurn()
    {
        lock (_gate)
        {
            while (_waiting.TryDequeue(out var next, out var place))
            {
                _now = place;
                if (next.TrySetResult())
                    return;
            }

            // Nobody waits: nobody has to be remembered.
            _lastOfUser.Clear();
            _lastOfAddress.Clear();
            _now = default;
            _running--;
        }
    }
}
