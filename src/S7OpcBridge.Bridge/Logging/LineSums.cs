using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>Writes that the audit log tells in one line instead of one each.</summary>
/// <param name="User">Who; null: anonymous.</param>
/// <param name="Plc">The PLC; empty: nodes of none.</param>
/// <param name="Count">How many.</param>
/// <param name="Refused">How many of them had another answer than Good.</param>
/// <param name="Last">The caller of the last one.</param>
/// <param name="IsMixed">True: of several users and PLCs together, because there are too many of them.</param>
internal sealed record WriteSum(string? User, string Plc, long Count, long Refused, UaCaller Last, bool IsMixed = false);

/// <summary>
/// Decides which writes get a line of their own in the audit log: of a user's writes to a PLC the first <see cref="LinesPerMinute"/> of each minute. A program
/// that writes a hundred times a second would fill the log otherwise. The others are counted and told together when the minute is over. Thread-safe.
/// </summary>
/// <param name="time">The clock.</param>
/// <param name="tell">Tells the sums of a minute.</param>
internal sealed class WriteSums(TimeProvider time, Action<WriteSum> tell) : IDisposable
{
    /// <summary>Writes of one user to one PLC that are told one by one in a minute.</summary>
    public const int LinesPerMinute = 100;

    // There are few users and PLCs; more count as one.
    private const int MostAccounts = 1000;

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<(string? User, string Plc), Account> _accounts = [];
    private Account _others = new();
    private long _begun;
    private ITimer? _timer;

    /// <summary>True: the write gets a line of its own.</summary>
    public bool Take(UaCaller caller, string plc, StatusCode status)
    {
        List<WriteSum> sums = [];
        bool isTold;
        lock (_gate)
        {
            if (_accounts.Count > 0 && time.GetElapsedTime(_begun) >= Minute)
                sums = End();
            if (_accounts.Count == 0)
                Begin();
            isTold = Count(caller, plc, status);
        }

        sums.ForEach(tell);
        return isTold;
    }

    /// <summary>Tells what is not told yet.</summary>
    public void Dispose()
    {
        _timer?.Dispose();
        Flush();
    }

    private void Flush()
    {
        List<WriteSum> sums;
        lock (_gate)
            sums = End();
        sums.ForEach(tell);
    }

    private void Begin()
    {
        _begun = time.GetTimestamp();
        _timer ??= time.CreateTimer(static sums => ((WriteSums)sums!).Flush(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _timer.Change(Minute, Timeout.InfiniteTimeSpan);
    }

    private bool Count(UaCaller caller, string plc, StatusCode status)
    {
        var key = (caller.User, plc);
        if (!_accounts.TryGetValue(key, out var account) && _accounts.Count < MostAccounts)
            _accounts.Add(key, account = new Account());
        account ??= _others;
        if (account.Told < LinesPerMinute)
        {
            account.Told++;
            return true;
        }

        account.Summed++;
        account.Refused += status.IsGood ? 0 : 1;
        account.Last = caller;
        return false;
    }

    private List<WriteSum> End()
    {
        var sums = _accounts
            .Where(static pair => pair.Value.Summed > 0)
            .Select(static pair => new WriteSum(pair.Key.User, pair.Key.Plc, pair.Value.Summed, pair.Value.Refused, pair.Value.Last!))
            .ToList();
        if (_others is { Summed: > 0 } mixed)
            sums.Add(new WriteSum(null, "", mixed.Summed, mixed.Refused, mixed.Last!, IsMixed: true));
        _accounts.Clear();
        _others = new Account();
        return sums;
    }

    private sealed class Account
    {
        public int Told { get; set; }

        public long Summed { get; set; }

        public long Refused { get; set; }

        public UaCaller? Last { get; set; }
    }
}
