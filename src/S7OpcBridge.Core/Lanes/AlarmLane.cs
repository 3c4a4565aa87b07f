using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// The lane of the alarms that the CPU raises itself: subscribes, asks for the list, and passes on what changes from then on. A list is asked again wherever a
/// change was lost. A CPU that refuses is asked again after a minute and keeps its tags.
/// </summary>
/// <param name="told">Is told the modes that the CPU says by itself; <see cref="S7CpuState.Unknown"/>: it says them from now on; null: no longer.</param>
internal sealed class AlarmLane(PlcContext context, SessionAlarms alarms, PlcLink link, Action<S7CpuState?> told)
{
    private static readonly TimeSpan AgainAfter = TimeSpan.FromMinutes(1),
        ListsApart = TimeSpan.FromSeconds(1);

    private string _refusal = "";
    private ImmutableArray<CpuEvent> _events = [];

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (link.Alarms() is { } feed)
                await FollowAsync(feed, cancellationToken).ConfigureAwait(false);
            else
                Refused("this kind of connection has no alarms");
            // The other lanes go on.
            await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The connection is closed.
        }
        finally
        {
            alarms.Feed = null;
        }
    }

    private async Task FollowAsync(CpuAlarmFeed feed, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            context.ThrowIfFenced();
            if (await BeginAsync(feed, cancellationToken).ConfigureAwait(false) is { } why)
            {
                Refused(why);
                await Task.Delay(AgainAfter, context.Time, cancellationToken).ConfigureAwait(false);
                continue;
            }
            _refusal = "";
            context.StatusStore.Alarms("");
            PlcLog.SendsAlarms(context.Log, context.Plc.Name);
            alarms.Feed = feed;
            if (feed.TellsMode)
                told(S7CpuState.Unknown);
            Remember(await feed.ReadEventsAsync(cancellationToken).ConfigureAwait(false));
            await ReceiveWithDiagnosticsAsync(feed, cancellationToken).ConfigureAwait(false);
            alarms.Feed = null;
            told(null);
            await SendAsync(CpuAlarmNews.Silence, [], [], cancellationToken).ConfigureAwait(false);
            await Task.Delay(ListsApart, context.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask<string?> BeginAsync(CpuAlarmFeed feed, CancellationToken cancellationToken)
    {
        try
        {
            return await feed.BeginAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (link.RefusalOf(e) is not null)
        {
            return e.Message;
        }
    }

    private async Task ReceiveWithDiagnosticsAsync(CpuAlarmFeed feed, CancellationToken cancellationToken)
    {
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var diagnostics = new CpuDiagnosticsLoop(context, feed);
        var reading = diagnostics.RunAsync(ends.Token);
        try
        {
            await ReceiveAsync(feed, diagnostics, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await ends.CancelAsync().ConfigureAwait(false);
            // What it failed by ends the lanes too.
            await reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    // Until the CPU ends the subscription; the end of the link throws.
    private async Task ReceiveAsync(CpuAlarmFeed feed, CpuDiagnosticsLoop diagnostics, CancellationToken cancellationToken)
    {
        for (var asksList = true; ; )
        {
            if (asksList)
                await SendListAsync(feed, cancellationToken).ConfigureAwait(false);
            var changes = await feed.ReceiveAsync(cancellationToken).ConfigureAwait(false);
            if (changes.Mode != S7CpuState.Unknown)
                told(changes.Mode);
            var events = changes.Events;
            if (changes.Mode != S7CpuState.Unknown || !events.IsEmpty)
                diagnostics.Change();
            if (!events.IsEmpty)
                Remember([.. events.Reverse(), .. _events]);
            if (!changes.Alarms.IsDefaultOrEmpty || !events.IsEmpty)
            {
                alarms.CountReceived(changes.Alarms.Length);
                await SendAsync(CpuAlarmNews.Changes, changes.Alarms, events, cancellationToken).ConfigureAwait(false);
            }
            if (changes.HasEnded)
                return;
            asksList = changes.HasLost;
            if (!changes.HasLost)
                continue;
            alarms.CountLost();
            // A CPU that loses changes has much to do already.
            await Task.Delay(ListsApart, context.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    // A CPU that lists none tells of those alone that change from now on.
    private async ValueTask SendListAsync(CpuAlarmFeed feed, CancellationToken cancellationToken)
    {
        context.ThrowIfFenced();
        try
        {
            var list = await feed.ListAsync(cancellationToken).ConfigureAwait(false);
            await SendAsync(list.IsWhole ? CpuAlarmNews.List : CpuAlarmNews.Changes, list.Alarms, [], cancellationToken)
                .ConfigureAwait(false);
        }
        catch (Exception e) when (link.RefusalOf(e) is not null)
        {
            PlcLog.NoAlarmList(context.Log, context.Plc.Name, e.Message);
        }
    }

    private ValueTask SendAsync(
        CpuAlarmNews news,
        ImmutableArray<CpuAlarm> all,
        ImmutableArray<CpuEvent> events,
        CancellationToken cancellationToken
    ) => alarms.SendAsync(new CpuAlarmBatch(context.Plc.Index, news, context.Time.GetUtcNow(), all) { Events = events }, cancellationToken);

    // The newest entries of the diagnostics buffer, for the status.
    private void Remember(ImmutableArray<CpuEvent> events)
    {
        if (events.IsEmpty)
            return;
        _events = [.. events.Take(CpuAlarmStatus.MostEvents)];
        context.StatusStore.DiagnosticBuffer([.. _events.Select(happened => CpuEventLine.For(happened, context.Plc.TimeZone))]);
    }

    private void Refused(string why)
    {
        why = why.TrimEnd('.');
        context.StatusStore.Alarms(why);
        if (why == _refusal)
            return;
        _refusal = why;
        PlcLog.NoAlarms(context.Log, context.Plc.Name, why);
    }
}
