using System.Net;

namespace S7OpcBridge.Bridge.Logging;

/// <summary>Lines of the log that are told in one instead of one each.</summary>
/// <param name="Who">Whose; null: nobody's in particular.</param>
/// <param name="What">What they have in common.</param>
/// <param name="Count">How many.</param>
/// <param name="Refused">How many of them told of something that had another answer than Good.</param>
/// <param name="Last">Where the last one came from.</param>
/// <param name="IsMixed">True: of several together, because there are too many of them.</param>
internal sealed record LineSum(string? Who, string What, long Count, long Refused, LineSource Last, bool IsMixed = false);

/// <summary>Where a line came from.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Application">The client's ApplicationUri; null: not known.</param>
internal readonly record struct LineSource(EndPoint? Remote, string? Application = null);

/// <summary>
/// Decides what gets a line of its own in the log: of what one causes, the first few of a kind in each minute. A program that writes a hundred times a second,
/// or a stranger who connects as often, would fill the log otherwise. The others are counted and told together when the minute is over. Thread-safe.
/// </summary>
/// <param name="linesPerMinute">Lines of one kind that one gets in a minute.</param>
/// <param name="mostAccounts">How many are counted apart; more count as one.</param>
/// <param name="tell">Tells the sums of a minute.</param>
internal sealed class LineSums(TimeProvider time, int linesPerMinute, int mostAccounts, Action<LineSum> tell) : IDisposable
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<(string? Who, string What), Account> _accounts = [];
    private Account _others = new();
    private long _begun;
    private ITimer? _timer;

    /// <summary>Counts a line. True: it is logged by itself; false: it is only counted in the sum of the minute.</summary>
    public bool MayLog(string? who, string what, LineSource source, bool isGood = true)
    {
        List<LineSum> sums = [];
        bool isTold;
        lock (_gate)
        {
            if (_accounts.Count > 0 && time.GetElapsedTime(_begun) >= Minute)
                sums = End();
            if (_accounts.Count == 0)
                Begin();
            isTold = Count(who, what, source, isGood);
        }

        sums.ForEach(tell);
        return isTold;
    }

    /// <summary>Ends the minute and logs the sums of what got no line of its own.</summary>
    public void Dispose()
    {
        _timer?.Dispose();
        Flush();
    }

    private void Flush()
    {
        List<LineSum> sums;
        lock (_gate)
            sums = End();
        sums.ForEach(tell);
    }

    private void Begin()
    {
        _begun = time.GetTimestamp();
        _timer ??= time.CreateTimer(static sums => ((LineSums)sums!).Flush(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _timer.Change(Minute, Timeout.InfiniteTimeSpan);
    }

    private bool Count(string? who, string what, LineSource source, bool isGood)
    {
        var key = (who, what);
        if (!_accounts.TryGetValue(key, out var account) && _accounts.Count < mostAccounts)
            _accounts.Add(key, account = new Account());
        account ??= _others;
        if (account.Told < linesPerMinute)
        {
            account.Told++;
            return true;
        }

        account.Summed++;
        account.Refused += isGood ? 0 : 1;
        account.Last = source;
        return false;
    }

    private List<LineSum> End()
    {
        var sums = _accounts
            .Where(static pair => pair.Value.Summed > 0)
            .Select(static pair => new LineSum(pair.Key.Who, pair.Key.What, pair.Value.Summed, pair.Value.Refused, pair.Value.Last))
            .ToList();
        if (_others is { Summed: > 0 } mixed)
            sums.Add(new LineSum(null, "", mixed.Summed, mixed.Refused, mixed.Last, IsMixed: true));
        _accounts.Clear();
        _others = new Account();
        return sums;
    }

    private sealed class Account
    {
        public int Told { get; set; }

        public long Summed { get; set; }

        public long Refused { get; set; }

        public LineSource Last { get; set; }
    }
}
