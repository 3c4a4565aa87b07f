using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// Password checks that wait for a core: each takes one for a tenth of a second, and strangers may ask for any number of them. Users take turns, and so do addresses, so that many
/// guesses for one user, or from one address, delay only each other. Any thread.
/// </summary>
/// <param name="atATime">Checks that run at a time.</param>
internal sealed class PasswordQueue(int atATime)
{
    private readonly FairTurns _turns = new(atATime);

    /// <summary>All cores but one, which is for those who are logged in.</summary>
    public static PasswordQueue OfMachine() => new(Math.Max(1, Environment.ProcessorCount - 1));

    /// <summary>Runs a check on the pool when its turn has come.</summary>
    /// <param name="user">Whose password is checked.</param>
    /// <param name="address">Where it came from.</param>
    /// <param name="isLast">True: behind all others, because nobody has the name.</param>
    /// <param name="check">The check.</param>
    /// <param name="cancellationToken">Ends the wait for the turn.</param>
    public async Task<T> RunAsync<T>(string user, IPAddress address, bool isLast, Func<T> check, CancellationToken cancellationToken)
    {
        await _turns.TakeAsync(user, address, isLast, cancellationToken);
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
