using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Sessions;
using S7OpcBridge.Core.Symbols;

namespace S7OpcBridge.Core;

/// <summary>In a cluster: sessions run only for PLCs that this node owns; values and status of the others come from their owners.</summary>
public sealed partial class Acquisition
{
    private Ownership? _ownership;

    /// <summary>True: this node of a cluster has a session for the PLC. Any thread.</summary>
    public bool Owns(int plc) => SessionOf(plc) is not null;

    /// <summary>From now on a session runs only for PLCs that were taken by <see cref="Own"/>. To be called once, before <see cref="Start"/>.</summary>
    public void JoinCluster(RemotePlcs remote)
    {
        _ownership = new Ownership(remote);
        _sessions = new SessionRun?[_map.Plcs.Length];
    }

    /// <summary>
    /// Takes a PLC: its session connects now, or when the connection of the session before it has been closed. Nothing happens where it is owned already or the
    /// map does not have it.
    /// </summary>
    /// <returns>True: it was taken.</returns>
    public bool Own(int plc)
    {
        var ownership = Joined();
        SessionRun run;
        Task closing;
        lock (ownership.Gate)
        {
            var map = Map;
            if ((uint)plc >= (uint)_sessions.Length || _sessions[plc] is not null || map.Plcs[plc].IsGone)
                return false;
            run = Prepare(map.Plcs[plc], map, TagsOf(map, plc))!;
            ownership.GiveListeners(run.Session, map);
            closing = ownership.ClosingOf(plc);
            Volatile.Write(ref _sessions[plc], run);
        }
        if (closing.IsCompleted)
            run.Start(TimeSpan.Zero);
        else
            _ = closing.ContinueWith(
                _ => run.Start(TimeSpan.Zero),
                CancellationToken.None,
                TaskContinuationOptions.None,
                TaskScheduler.Default
            );
        return true;
    }

    /// <summary>True: this node no longer owns the PLC, but its connection is not closed yet. Any thread.</summary>
    public bool IsClosing(int plc)
    {
        var ownership = Joined();
        lock (ownership.Gate)
            return !ownership.ClosingOf(plc).IsCompleted;
    }

    /// <summary>
    /// Gives a PLC away: accepts no more writes, finishes those that wait, closes the connection, and completes when it is closed and everything read over it
    /// has been published. The last values stay as they are.
    /// </summary>
    /// <param name="finish">How long accepted writes may take; the connection is then closed at once.</param>
    /// <param name="cancellationToken">Ends the wait; the PLC is left all the same.</param>
    public async Task LeaveAsync(int plc, TimeSpan finish, CancellationToken cancellationToken)
    {
        var ownership = Joined();
        var closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (Detach(plc, closed.Task) is not { } run)
        {
            Task closing;
            lock (ownership.Gate)
                closing = ownership.ClosingOf(plc);
            await closing.WaitAsync(cancellationToken).ConfigureAwait(false);
            return;
        }
        try
        {
            // Behind all writes that were accepted; it has nothing to send.
            var last = new TagWriteRequest(ReadOnlyMemory<TagWrite>.Empty, Memory<TagWriteResult>.Empty);
            if (run.Session.Writes.Accept(last) == TagWriteResult.Ok)
                await last.Done.WaitAsync(finish, _time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await run.StopAsync(isReplaced: false).ConfigureAwait(false);
        }
        finally
        {
            closed.SetResult();
        }
        await AppliedAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Gives all PLCs away at once: no job is started any more, connections are closed, and nothing is waited for. Any thread.</summary>
    public void Fence()
    {
        for (var plc = 0; plc < Volatile.Read(ref _sessions).Length; plc++)
        {
            var closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            if (Detach(plc, closed.Task) is { } run)
                _ = Task.Run(() => run.StopAsync(isReplaced: false), CancellationToken.None)
                    .ContinueWith(_ => closed.SetResult(), TaskScheduler.Default);
        }
    }

    /// <summary>A pooled batch for values of another node, to be passed to <see cref="FeedAsync"/>.</summary>
    /// <param name="scanGroup">A scan class of the PLC.</param>
    /// <param name="confirmedTicks">See <see cref="TagBatch.ConfirmedTicks"/>.</param>
    public TagBatch RentForwarded(int scanGroup, long confirmedTicks)
    {
        var batch = _pool.Rent();
        (batch.ScanGroup, batch.ConfirmedTicks, batch.IsForwarded) = (scanGroup, confirmedTicks, true);
        return batch;
    }

    /// <summary>Enters a batch from another node into <see cref="Batches"/>, behind all others; waits while the reader is behind.</summary>
    public ValueTask FeedAsync(TagBatch batch, CancellationToken cancellationToken) =>
        _batches.Writer.TryWrite(batch) ? ValueTask.CompletedTask : _batches.Writer.WriteAsync(batch, cancellationToken);

    /// <summary>Sets the status that <see cref="StatusOf"/> reports for a PLC that another node owns.</summary>
    public void Feed(int plc, PlcStatus status)
    {
        var ownership = Joined();
        lock (ownership.Gate)
        {
            var version = Math.Max(status.Version, (ownership.StatusOf(plc)?.Version ?? 0) + 1);
            ownership.Report(plc, status with { Version = version });
        }
    }

    /// <summary>Adopts the symbols of a CPU that the owning node has sent (<see cref="SymbolsOf"/>).</summary>
    /// <exception cref="InvalidDataException">These are no symbols.</exception>
    public void FeedSymbols(string plc, byte[] symbols) => AdoptSymbols(plc, SymbolBytes.Read(symbols));

    /// <summary>The symbols that a CPU has reported, here or to another node; the same object while they are the same. Null: none. Any thread.</summary>
    public CpuSymbols? SymbolsOf(string plc) => _symbols.GetValueOrDefault(plc);

    /// <summary>Symbols as bytes for <see cref="FeedSymbols"/> on another node.</summary>
    public static byte[] BytesOf(CpuSymbols symbols) => SymbolBytes.Write(symbols);

    /// <summary>Completes when all batches that are in <see cref="Batches"/> now have been applied.</summary>
    public Task AppliedAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    /// <summary>Registers a listener on another node; see <see cref="Listen"/>.</summary>
    public void ListenFor(int scanGroup, TimeSpan interval) => CountListener(Joined(), scanGroup, interval, isNew: true);

    /// <summary>Removes a listener on another node.</summary>
    public void UnlistenFor(int scanGroup, TimeSpan interval) => CountListener(Joined(), scanGroup, interval, isNew: false);

    private Ownership Joined() => _ownership ?? throw new InvalidOperationException("This acquisition is not part of a cluster.");

    private void CountListener(Ownership ownership, int scanGroup, TimeSpan interval, bool isNew)
    {
        lock (ownership.Gate)
        {
            var group = Map.ScanGroups[scanGroup];
            if (group.IsGone)
                return;
            var isOurs = TryFind(scanGroup, out var session, out var scan);
            var demand = isOurs ? scan.Demand : ownership.ListenersOf(group);
            if (isNew)
                demand.Add(interval);
            else
                demand.Remove(interval);
            if (isOurs)
                session.Wake();
        }
    }

    /// <summary>Removes the session of a PLC and returns it; null: there was none.</summary>
    private SessionRun? Detach(int plc, Task closed)
    {
        var ownership = Joined();
        lock (ownership.Gate)
        {
            if ((uint)plc >= (uint)_sessions.Length || _sessions[plc] is not { } run)
                return null;
            ownership.KeepListeners(run.Session, Map);
            ownership.Report(plc, run.Session.Status);
            Volatile.Write(ref _sessions[plc], null);
            ownership.Closes(plc, closed);
            return run;
        }
    }

    /// <summary>The tags of one PLC by their class; they are adjacent in the map.</summary>
    private static ILookup<int, Tag> TagsOf(TagMap map, int plc)
    {
        var all = map.Listed.AsSpan();
        var (first, count) = (0, 0);
        while (first < all.Length && all[first].Plc != plc)
            first++;
        while (first + count < all.Length && all[first + count].Plc == plc)
            count++;
        return map.Listed.Slice(first, count).ToLookup(static tag => tag.ScanGroup);
    }
}
