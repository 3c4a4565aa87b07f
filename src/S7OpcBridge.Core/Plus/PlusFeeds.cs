using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>The subscriptions of one connection, one per scan class at most. Belongs to the read lane, but for what says any thread.</summary>
internal sealed class PlusFeeds(PlcContext context, S7PlusConnection connection)
{
    // Panels need some, too.
    private const int OurShare = 2;

    private readonly Dictionary<int, PlusFeed> _live = [];
    private readonly SemaphoreSlim _turn = new(1);
    private PlusFeed[] _all = [];
    private Task _ending = Task.CompletedTask;

    /// <summary>Begins a feed, in place of another of its class.</summary>
    public async ValueTask BeginAsync(PlusFeed feed, CancellationToken cancellationToken)
    {
        // With several jobs in flight two classes may begin at once; they share the items that the CPU takes.
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await ReplaceAsync(feed, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Ends the feeds of classes that have none in the plans that are in force now.</summary>
    public void Keep(ReadOnlySpan<ScanPlan> plans)
    {
        var over = Volatile.Read(ref _all).ToList();
        foreach (var plan in plans)
        {
            if (plan is PlusScanPlan { Feed: { } kept })
                over.RemoveAll(feed => feed.Scan.Index == kept.Scan.Index);
        }
        if (over.Count > 0)
            _ending = EndAsync(_ending, over);
    }

    private async Task EndAsync(Task before, List<PlusFeed> over)
    {
        await before.ConfigureAwait(false);
        await _turn.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            foreach (var feed in over)
            {
                if (_live.GetValueOrDefault(feed.Scan.Index) != feed)
                    continue;
                _live.Remove(feed.Scan.Index);
                Volatile.Write(ref _all, [.. _live.Values]);
                ShowStanding(wasRefused: false);
                await feed.EndAsync(CancellationToken.None).ConfigureAwait(false);
            }
        }
        catch (S7PlusException)
        {
            // The connection has ended, and its subscriptions with it.
        }
        finally
        {
            _turn.Release();
        }
    }

    private async ValueTask ReplaceAsync(PlusFeed feed, CancellationToken cancellationToken)
    {
        if (_live.Remove(feed.Scan.Index, out var before))
            await before.EndAsync(cancellationToken).ConfigureAwait(false);
        var others = _live.Values.Where(static other => other.IsSubscribed).Sum(static other => other.Count);
        var room = connection.Limits.SubscribedItems == 0 ? int.MaxValue : connection.Limits.SubscribedItems / OurShare;
        var isWanted = context.Plc.S7Plus!.Subscriptions == S7PlusSubscriptions.On;
        var mayPush = isWanted || others + feed.Count <= room;
        var why = await feed.BeginAsync(mayPush, cancellationToken).ConfigureAwait(false);
        if (why is not null)
        {
            PlcLog.Polled(context.Log, context.Plc.Name, feed.Scan.Name, why);
            feed.Symbols.Poll(feed.Scan.Index);
            context.Replan();
        }
        _live[feed.Scan.Index] = feed;
        Volatile.Write(ref _all, [.. _live.Values]);
        ShowStanding(wasRefused: mayPush && why is not null);
    }

    private void ShowStanding(bool wasRefused) =>
        context.StatusStore.S7Plus(
            (Standing: _live.Values.Sum(static live => live.Subscriptions), WasRefused: wasRefused),
            static (status, now) =>
                status with
                {
                    Subscriptions = now.Standing,
                    RefusedSubscriptions = status.RefusedSubscriptions + (now.WasRefused ? 1 : 0),
                }
        );

    /// <summary>A tag was written. Any thread.</summary>
    public void Wrote(int tag)
    {
        foreach (var feed in Volatile.Read(ref _all))
            feed.Wrote(tag);
    }
}
