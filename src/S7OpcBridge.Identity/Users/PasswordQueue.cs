using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity.Users;

/// <summary>
/// Queues password checks, each of which occupies a core for a tenth of a second. Users take turns, and so do addresses, so that many guesses for one user or
/// from one address only delay each other. Thread-safe.
/// </summary>
/// <param name="atATime">Number of concurrent checks.</param>
internal sealed class PasswordQueue(int atATime)
{
    private readonly FairTurns _turns = new(atATime);

    /// <summary>A queue that uses all cores but one, which stays free for logged-in users.</summary>
    public static PasswordQueue ForMachine() => new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>Runs a check on the thread pool when its turn has come.</summary>
    /// <param name="user">The user whose password is checked.</param>
    /// <param name="address">The address of the client.</param>
    /// <param name="cancellationToken">Ends the wait for the turn.</param>
    public async Task<T> RunAsync<T>(string user, IPAddress address, Func<T> check, CancellationToken cancellationToken)
    {
        await _turns.TakeAsync(user, address, cancellationToken);
        try
        {
            return await Task.Run(check, CancellationToken.None);
        }
        finally
        {
            _turns.End();
        }
    }
}
