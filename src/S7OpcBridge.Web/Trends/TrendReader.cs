using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Values;

namespace S7OpcBridge.Web.Trends;

/// <summary>Reads the recorded values of a tag for the page. One reader at a time, because a long range takes a while.</summary>
internal sealed class TrendReader(BridgeView view)
{
    public const int MostPoints = 2000,
        UsualPoints = 400,
        UsualMinutes = 60,
        MostMinutes = 7300 * 1440;
    private const int PageValues = 4000,
        MostPerPoint = 4000,
        LatestValues = 20;

    private readonly TagFinder _tags = new(view);
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>The trend of a tag; null: there is no such tag, or it is not recorded.</summary>
    /// <param name="name">The tag.</param>
    /// <param name="minutes">Length of the range.</param>
    /// <param name="ago">How many minutes ago it ends.</param>
    /// <param name="points">Number of points.</param>
    /// <param name="cancellationToken">The browser does not wait any longer.</param>
    public async Task<Trend?> ReadAsync(string plc, string name, int minutes, int ago, int points, CancellationToken cancellationToken)
    {
        if (view.History is not { } history || _tags.Find(plc, name) is not { Details.History: not null } tag)
            return null;
        var to = UaTime.Now(view.Time) - ago * TimeSpan.TicksPerMinute;
        var range = new PastRange(Math.Max(1, to - minutes * TimeSpan.TicksPerMinute), to);
        var drawn = new TrendPoints(range.From, range.To, points);
        var (levels, isThinned, latest, trouble) = (new string('.', points), false, Array.Empty<TrendValue>(), (string?)null);
        await _turn.WaitAsync(cancellationToken);
        try
        {
            var key = tag.Details.NodeId ?? $"{plc}/{name}";
            var before = await history.LastBeforeAsync(key, range.From, cancellationToken);
            isThinned = await CollectAsync(history, key, range, drawn, cancellationToken);
            levels = drawn.Hold(before);
            var newest = new PastRange(range.To - 1, range.From - 1, IsBackward: true);
            latest =
            [
                .. (await history.ReadAsync(key, newest, LatestValues, cancellationToken)).Values.Select(value => ValueOf(history, value)),
            ];
        }
        catch (IOException e)
        {
            trouble = e.Message;
        }
        finally
        {
            _turn.Release();
        }
        return new Trend(
            plc,
            name,
            tag.Details.Unit ?? "",
            tag.Details.Range?.Low,
            tag.Details.Range?.High,
            drawn.HasNumbers,
            MillisecondsOf(range.From),
            MillisecondsOf(range.To),
            history.State().Oldest is > 0 and var oldest ? MillisecondsOf(oldest) : null,
            drawn.Low,
            drawn.High,
            levels,
            isThinned,
            latest,
            trouble
        );
    }

    /// <summary>Collects the values; true where a point had so many that the rest of them was left out.</summary>
    private static async Task<bool> CollectAsync(
        HistoryReadings history,
        string key,
        PastRange range,
        TrendPoints points,
        CancellationToken cancellationToken
    )
    {
        var isThinned = false;
        while (true)
        {
            var page = await history.ReadAsync(key, range, PageValues, cancellationToken);
            foreach (var value in page.Values)
                points.Add(value);
            if (page.Next is not { } next)
                return isThinned;
            range = range with { After = next };
            var point = points.IndexOf(next.Time);
            if (points.CountOf(point) < MostPerPoint)
                continue;
            isThinned = true;
            if (points.StartOf(point + 1) >= range.To)
                return isThinned;
            range = new PastRange(points.StartOf(point + 1), range.To);
        }
    }

    private static TrendValue ValueOf(HistoryReadings history, DataValue value) =>
        new(
            MillisecondsOf(value.SourceTime),
            ShownValue.Cut(history.TextOf(value.Status.IsBad ? default : value.Value)),
            ShownValue.LevelOf(value.Status),
            StatusCodes.NameOf(value.Status)
        );

    private static long MillisecondsOf(long uaTicks) => (UaTime.ToTicks(uaTicks) - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMillisecond;
}
