using System.Net;

namespace S7OpcBridge;

/// <summary>
/// Queues password checks, each of which occupies a core for a tenth of a second. Users take turns, and so do addresses, so that many guesses for one user or
/// from one address only delay each other. Thread-safe.
/// </summary>
/// <param name="atATime">Number of concurrent checks.</param>
internal sealed class PasswordQueue(int atATime)
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<TaskCompletionSource, (long User, long Address)> _waiting = new();
    private readonly Dictionary<(string User, IPAddress Address), long> _lastOfUser = [];
    private readonly Dictionary<IPAddress, long> _lastOfAddress = [];
    private (long User, long Address) _now;
    private int _running;

    /// <summary>A queue that uses all cores but one, which stays free for logged-in users.</summary>
    public static PasswordQueue OfMachine() => new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>Runs a check on the thread pool when its turn has come.</summary>
    /// <param name="user">The user whose password is checked.</param>
    /// <param name="address">The address of the client.</param>
    /// <param name="check">The check.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
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

            // Each check is placed behind the previous one of the same user and of the same address; past turns do not count.
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

            // Nobody waits, so no order needs to be kept.
            _lastOfUser.Clear();
            _lastOfAddress.Clear();
            _now = default;
            _running--;
        }
    }
}
