using S7OpcBridge.Core.Sessions;

namespace S7OpcBridge.Core;

/// <summary>Replaces the map at run time; PLCs and tags that did not change continue.</summary>
public sealed partial class Acquisition
{
    private Task _leaving = Task.CompletedTask;

    /// <summary>
    /// Replaces the map. An unchanged PLC is not touched. A PLC with changed tags continues on the same connection, between two cycles. A PLC with a changed
    /// connection gets a new session. A new PLC is started, a removed one is disconnected. Completes when all of this is done and the reader of <see
    /// cref="Batches"/> has taken all earlier batches. One call at a time.
    /// </summary>
    /// <param name="next">The new map, in the numbers of <see cref="Map"/>.</param>
    /// <param name="cancellationToken">Ends the wait; the change itself continues.</param>
    /// <exception cref="InvalidOperationException">It was numbered for another running map.</exception>
    public async Task AdoptAsync(MapMigration next, CancellationToken cancellationToken)
    {
        if (next.Before != Map)
            throw new InvalidOperationException("The new map was numbered for another running map.");
        // Not on the caller's thread, because planning takes time.
        await Task.Run(() => AdoptAllAsync(next, cancellationToken), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Accepts the present layouts of the data blocks of all PLCs. Called when the map has been saved.</summary>
    public void TrustLayouts()
    {
        foreach (var run in Volatile.Read(ref _sessions))
            run?.Session.TrustLayouts();
    }

    private async Task AdoptAllAsync(MapMigration next, CancellationToken cancellationToken)
    {
        var tags = TagsByGroup(next.After);
        var touched = PlcsWithOtherTags(next);
        var adopting = new List<Task>();
        var starting = new List<SessionRun>();
        // In a cluster, PLCs may come and go at the same time.
        using (_ownership is { } ownership ? ownership.Gate.EnterScope() : default)
            Adopt(next, tags, touched, adopting, starting);
        await Task.WhenAll(adopting).WaitAsync(cancellationToken).ConfigureAwait(false);
        for (var i = 0; i < starting.Count; i++)
            starting[i].Start(StaggerOf(i, starting.Count));
        await DrainAsync(cancellationToken).ConfigureAwait(false);
    }

    private void Adopt(MapMigration next, ILookup<int, Tag> tags, HashSet<int> touched, List<Task> adopting, List<SessionRun> starting)
    {
        var (map, before) = (next.After, Volatile.Read(ref _sessions));
        var sessions = new SessionRun?[map.Plcs.Length];
        before.CopyTo(sessions, 0);
        Volatile.Write(ref _map, map);
        foreach (var plc in map.Plcs)
        {
            var running = sessions[plc.Index];
            if (running is null && _ownership is not null)
                continue;
            if (running is not null && !plc.IsGone && running.Session.Plc.KeepsConnection(plc))
            {
                if (touched.Contains(plc.Index))
                    adopting.Add(running.Session.AdoptAsync(plc, map, tags));
                else
                    running.Session.Adopt(plc, map);
                continue;
            }
            sessions[plc.Index] = Prepare(plc, map, tags);
            if (sessions[plc.Index] is { } fresh)
            {
                starting.Add(fresh);
                if (running is not null)
                {
                    fresh.Session.Inherit(running.Session);
                    adopting.Add(running.StopAsync(isReplaced: true));
                }
            }
            else if (running is not null)
            {
                _leaving = Task.WhenAll(_leaving, running.StopAsync(isReplaced: false));
            }
        }
        Volatile.Write(ref _sessions, sessions);
    }

    private static HashSet<int> PlcsWithOtherTags(MapMigration next)
    {
        var touched = new HashSet<int>();
        for (var tag = 0; tag < next.After.Tags.Length; tag++)
        {
            var before = tag < next.Before.Tags.Length ? next.Before.Tags[tag] : null;
            var after = next.After.Tags[tag];
            if (before == after)
                continue;
            if (before is { IsGone: false })
                touched.Add(before.Plc);
            if (!after.IsGone)
                touched.Add(after.Plc);
        }
        for (var group = 0; group < next.After.ScanGroups.Length; group++)
        {
            var before = group < next.Before.ScanGroups.Length ? next.Before.ScanGroups[group] : null;
            if (before == next.After.ScanGroups[group])
                continue;
            touched.Add(before?.Plc ?? -1);
            touched.Add(next.After.ScanGroups[group].Plc);
        }
        return touched;
    }

    /// <summary>Sends an empty batch: once it is applied, no earlier batch is pending.</summary>
    private async Task DrainAsync(CancellationToken cancellationToken)
    {
        var group = Map.ScanGroups.FirstOrDefault(group => !group.IsGone);
        if (group is null)
            return;
        var applied = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await _batches
            .Writer.WriteAsync(new TagBatch(pool: null) { ScanGroup = group.Index, Waiters = applied }, cancellationToken)
            .ConfigureAwait(false);
        await applied.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
    }
}
