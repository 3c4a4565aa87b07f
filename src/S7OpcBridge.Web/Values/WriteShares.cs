using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Values;

/// <summary>
/// Lets so many writes of a user wait for PLCs at a time, and so many of all, so that a PLC that does not answer keeps nobody else from writing. Any thread.
/// </summary>
internal sealed class WriteShares
{
    /// <summary>Writes of a user, and of all.</summary>
    public const int MostOfUser = 4,
        Most = 32;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, int> _ofUsers = new(StringComparer.Ordinal);
    private int _all;

    /// <summary>Runs a write; null: too many wait already.</summary>
    public async Task<StatusCode?> RunAsync(string user, Func<ValueTask<StatusCode>> write)
    {
        lock (_gate)
        {
            var own = _ofUsers.GetValueOrDefault(user);
            if (own >= MostOfUser || _all >= Most)
                return null;
            (_ofUsers[user], _all) = (own + 1, _all + 1);
        }
        try
        {
            return await write();
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
