namespace S7OpcBridge.Web.Actions;

/// <summary>
/// Lets so many actions of one kind wait for PLCs for a user at a time, and so many for all, so that a PLC that does not answer keeps nobody else waiting. Any
/// thread.
/// </summary>
internal sealed class UserShares
{
    /// <summary>Actions of all users at a time.</summary>
    public const int Most = 32;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, int> _ofUsers = new(StringComparer.Ordinal);
    private int _all;

    /// <summary>Runs an action; null: too many wait already.</summary>
    /// <param name="user">Who asks.</param>
    /// <param name="most">How many of that user may wait.</param>
    public async Task<ActionAnswer?> RunAsync(string user, int most, Func<Task<ActionAnswer>> run)
    {
        lock (_gate)
        {
            var own = _ofUsers.GetValueOrDefault(user);
            if (own >= most || _all >= Most)
                return null;
            (_ofUsers[user], _all) = (own + 1, _all + 1);
        }
        try
        {
            return await run();
        }
        finally
        {
            lock (_gate)
            {
                _all--;
                if (--_ofUsers[user] == 0)
                    _ofUsers.Remove(user);
            }
        }
    }
}
