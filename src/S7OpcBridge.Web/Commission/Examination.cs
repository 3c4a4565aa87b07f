using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Commission;

/// <summary>One examination while a page follows it. Any thread.</summary>
/// <param name="id">What the page asks by.</param>
/// <param name="user">Who asked for it.</param>
/// <param name="asked">Timestamp of the last question of the page.</param>
internal sealed class Examination(string id, string user, long asked) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly List<PlcReport> _reports = [];
    private ExaminationAnswer? _end;
    private long _asked = asked;

    /// <summary>What the page asks by.</summary>
    public string Id => id;

    /// <summary>Who asked for it.</summary>
    public string User => user;

    /// <summary>Ends it.</summary>
    public CancellationToken Stopped => _stop.Token;

    /// <summary>True: nothing more will come.</summary>
    public bool IsOver
    {
        get
        {
            lock (_gate)
                return _end is not null;
        }
    }

    /// <summary>Timestamp of the last question of the page.</summary>
    public long Asked => Interlocked.Read(ref _asked);

    /// <summary>Takes the results so far of one protocol in place of those before.</summary>
    public void Tell(PlcReport report)
    {
        lock (_gate)
        {
            var at = _reports.FindIndex(each => each.Protocol == report.Protocol && each.Name == report.Name);
            if (at >= 0)
                _reports[at] = report;
            else
                _reports.Add(report);
        }
    }

    /// <summary>Takes the end.</summary>
    /// <param name="found">The ways in, of a search.</param>
    /// <param name="fault">Why it ended early, as a sentence; null: it did not.</param>
    public void End(IReadOnlyList<PlcWay>? found, string? fault)
    {
        lock (_gate)
            _end ??= new ExaminationAnswer(id, IsOver: true, [.. _reports], found, fault);
    }

    /// <summary>What the page shows now.</summary>
    public ExaminationAnswer Show(long now)
    {
        Interlocked.Exchange(ref _asked, now);
        lock (_gate)
            return _end ?? new ExaminationAnswer(id, IsOver: false, [.. _reports], Found: null, Fault: null);
    }

    /// <summary>Lets it end now.</summary>
    public void Stop() => _stop.Cancel();

    public void Dispose() => _stop.Dispose();
}

/// <summary>An examination as the page shows it.</summary>
/// <param name="Id">What the page asks by.</param>
/// <param name="IsOver">True: nothing more will come.</param>
/// <param name="Reports">The stages so far: of a search one report for each protocol that was tried.</param>
/// <param name="Found">The ways in, of a search that is over.</param>
/// <param name="Fault">Why it ended early; null: it did not.</param>
internal sealed record ExaminationAnswer(
    string Id,
    bool IsOver,
    IReadOnlyList<PlcReport> Reports,
    IReadOnlyList<PlcWay>? Found,
    string? Fault
);
