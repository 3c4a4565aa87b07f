using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Threading.Channels;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.Sessions;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Runs one <c>PlcSession</c> per PLC of a map, hands out what they find and takes what clients write. Started once, stopped once; the map may be replaced meanwhile.</summary>
public sealed partial class Acquisition : ITagWriter, IAsyncDisposable
{
    private static readonly TimeSpan StaggerStep = TimeSpan.FromMilliseconds(50), StaggerAll = TimeSpan.FromSeconds(2);

    private readonly Channel<TagBatch> _batches;
    private readonly int _capacity;
    private readonly TimeProvider _time;
    private readonly ILogger _log;
    private readonly TimeProvider _timers;
    private readonly TagBatchPool _pool = new();
    private readonly UnconfirmedTags _unconfirmed = new();
    private readonly ConcurrentDictionary<string, CpuSymbols> _symbols = new();
    private readonly S7PlusHooks? _hooks;
    private SessionRun?[] _sessions;
    private TagMap _map;

    /// <summary>Prepares the sessions; nothing connects yet.</summary>
    /// <exception cref="ArgumentException">A tag names a code page that does not exist.</exception>
    /// <param name="map">The map, with numbers that run without gaps.</param>
    /// <param name="time">The clock.</param>
    /// <param name="loggers">Where happenings are told.</param>
    /// <param name="hooks">Keep certificates of CPUs and what passes on the wire; null: certificates are remembered as long as a session, and nobody looks at the wire.</param>
    public Acquisition(TagMap map, TimeProvider time, ILoggerFactory loggers, S7PlusHooks? hooks = null)
    {
        _hooks = hooks;
        _map = map;
        _time = time;
        // Wait, never drop: batches carry changes, and a lost change would leave a tag wrong until it next moves.
        _capacity = Math.Max(64, 4 * map.ScanGroups.Length);
        _batches = Channel.CreateBounded<TagBatch>(new BoundedChannelOptions(_capacity)
        {
            FullMode = BoundedChannelFullMode.Wait,
            SingleReader = true,
            // A quiet cycle leaves next to nothing to the reader: waking another thread for it would cost more than all the rest of the cycle.
            AllowSynchronousContinuations = true,
        });
        _timers = EventLoop.TimersOf(time);
        _log = loggers.CreateLogger("S7OpcBridge.Core.PlcSession");
        var tags = TagsByGroup(map);
        _sessions = [.. map.Plcs.Select(plc => Prepare(plc, map, tags))];
    }

    /// <summary>The map; numbers in it mean the same as in the maps before.</summary>
    public TagMap Map => Volatile.Read(ref _map);

    /// <summary>Is told the name of a PLC whose CPU told other symbols than before: <see cref="Concrete"/> gives another map now. Any thread; must be quick.</summary>
    public Action<string>? SymbolsTold { get; set; }

    /// <summary>A compiled map with what the CPUs told so far of its symbols (<see cref="SymbolMap.Concrete"/>).</summary>
    public TagMap Concrete(TagMap compiled) => SymbolMap.Concrete(compiled, plc => _symbols.GetValueOrDefault(plc));

    /// <summary>Rounds of the loop that all PLC connections and their deadlines live on (<see cref="EventLoop.Rounds"/>). Any thread.</summary>
    public static long LoopRounds => EventLoop.Shared.Rounds;

    /// <inheritdoc cref="EventLoop.HasWork"/>
    public static bool LoopHasWork => EventLoop.Shared.HasWork;

    /// <summary>
    /// Batches in order; single reader. Bounded: a slow reader shows up as counted overruns, never as memory. A reader that waits continues on the thread of
    /// the PLC that brings the next batch: it takes what is there, and leaves the thread when there is more.
    /// </summary>
    public ChannelReader<TagBatch> Batches => _batches.Reader;

    /// <summary>
    /// A snapshot of a PLC; cheap, any thread. The same object as before, with the same version, where nothing has changed. Of one that a reload took out: that
    /// it has stopped.
    /// </summary>
    public PlcStatus StatusOf(int plc) => SessionOf(plc)?.Status ?? PlcStatus.Gone;

    /// <summary>
    /// The connection of a PLC, for somebody who asks it a few things beside the session (<see cref="S7Examination"/>); null while there is none. It may end at
    /// any time, and is the session's to close. Whoever sends a job on it waits for <see cref="TakeTurnAsync"/> first.
    /// </summary>
    public S7Connection? ConnectionOf(int plc) => SessionOf(plc)?.Connection;

    /// <summary>Waits until one job of somebody beside the session may be sent to a PLC under the load ceiling of the map (<see cref="PlcDefinition.Load"/>), and counts it there.</summary>
    /// <returns>To be disposed of when the job is answered; null: there is no ceiling, or the PLC is gone.</returns>
    public ValueTask<IDisposable?> TakeTurnAsync(int plc, CancellationToken cancellationToken) =>
        SessionOf(plc)?.ExternalJobs.TakeAsync(cancellationToken) ?? ValueTask.FromResult<IDisposable?>(null);

    /// <summary>
    /// The requests that a cycle of a scan class plays, with what the PLC negotiated; cheap, any thread. While the link is down those of the last one; empty
    /// before the first, and where all its tags ride in the requests of faster classes.
    /// </summary>
    public ImmutableArray<PlanRequest> RequestsOf(int scanGroup) => TryFind(scanGroup, out _, out var scan) && scan.Plan is S7ScanPlan plan ? plan.Requests : [];

    /// <summary>How long the cycles of a scan class took; null: it is gone. Any thread.</summary>
    public CycleTimes? CycleTimesOf(int scanGroup) => TryFind(scanGroup, out _, out var scan) ? scan.Statistics.Times : null;

    /// <summary>What came of the writes to a PLC; null: it is gone. Any thread.</summary>
    public WriteTally? WritesOf(int plc) => SessionOf(plc)?.Written;

    /// <summary>Batches that wait for the reader of <see cref="Batches"/>, and how many may.</summary>
    public (int Waiting, int Capacity) Queue => (_batches.Reader.Count, _capacity);

    /// <summary>Starts one task per PLC, staggered so that the PLCs of a plant are not asked in step. A disabled PLC only says so.</summary>
    public void Start()
    {
        var sessions = _sessions;
        for (var i = 0; i < sessions.Length; i++)
            sessions[i]?.Start(StaggerOf(i, sessions.Length));
    }

    /// <summary>Somebody listens to a scan class: a <see cref="ScanMode.Demand"/> class is polled from now on. Other classes do not care.</summary>
    /// <param name="scanGroup">Index of the class.</param>
    /// <param name="interval">How often the listener wants news; faster than the class counts as the class's interval.</param>
    public void Listen(int scanGroup, TimeSpan interval)
    {
        if (!TryFind(scanGroup, out var session, out var scan))
            return;
        scan.Demand.Add(interval);
        session.Wake();
    }

    /// <summary>Takes one <see cref="Listen"/> with the same arguments back.</summary>
    public void Unlisten(int scanGroup, TimeSpan interval)
    {
        if (!TryFind(scanGroup, out var session, out var scan))
            return;
        scan.Demand.Remove(interval);
        session.Wake();
    }

    /// <summary>
    /// Waits until a cycle of the class that starts after this call has been read, and its batch applied (<see cref="TagBatch.Return"/>) by the reader of
    /// <see cref="Batches"/>. Asks for no cycle of its own where the class is polled anyway; a class that nobody polls is polled once.
    /// Ends at once while the PLC is not connected or refuses everything (<see cref="PlcStatus.RefusesAll"/>), and when the link goes down.
    /// </summary>
    public Task NextCycleAsync(int scanGroup, CancellationToken cancellationToken) => WaitForCycleAsync(scanGroup, force: false, cancellationToken);

    /// <summary>True while any tag is <see cref="IsUnconfirmed"/>. Any thread.</summary>
    public bool AnyUnconfirmed => _unconfirmed.Any;

    /// <summary>True from a write's answer on until the tag has been read back and that has been applied: what is known of it may be from before the write. Any thread.</summary>
    public bool IsUnconfirmed(int tag) => _unconfirmed.Find(tag) is not null;

    /// <summary>
    /// Waits until a tag that was written has been read back, and the batch applied. The write brought that forward already: nothing more is asked of the PLC. Ends at once
    /// where nothing is to be waited for, and like <see cref="NextCycleAsync"/>.
    /// </summary>
    public Task ReadBackAsync(int tag, CancellationToken cancellationToken) =>
        _unconfirmed.Find(tag) is { } readBack && SessionOf(Map.Tags[tag].Plc) is { CanRead: true } ? readBack.Done.WaitAsync(cancellationToken) : Task.CompletedTask;

    /// <summary>Polls a class once, now, whatever its mode; ends like <see cref="NextCycleAsync"/>.</summary>
    public Task PollAsync(int scanGroup, CancellationToken cancellationToken) => WaitForCycleAsync(scanGroup, force: true, cancellationToken);

    /// <summary>Closes the connection of a PLC and leaves it alone for a while, so that an engineer gets the slot.</summary>
    public void Release(int plc, TimeSpan duration) => SessionOf(plc)?.Release(duration);

    /// <summary>Reads a PLC that was slowed down at the intervals of the map again; it is slowed down again where it still cannot keep up.</summary>
    public void RestorePace(int plc) => SessionOf(plc)?.RestorePace();

    /// <inheritdoc/>
    public async ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken)
    {
        var requests = new Dictionary<int, WriteRequest>();
        for (var i = 0; i < writes.Length; i++)
        {
            var plc = Map.Tags[writes.Span[i].Tag].Plc;
            if (SessionOf(plc) is not { } session)
            {
                results.Span[i] = TagWriteResult.NotWritable;
                continue;
            }
            if (!requests.TryGetValue(plc, out var request))
                requests.Add(plc, request = new WriteRequest());
            results.Span[i] = session.Gate.Admit(writes.Span[i], i, request);
        }
        foreach (var (plc, request) in requests)
        {
            if ((SessionOf(plc)?.Writes.Accept(request) ?? TagWriteResult.NoCommunication) is var refused and not TagWriteResult.Ok)
                request.Complete(refused);
        }
        try
        {
            foreach (var request in requests.Values)
                await request.Done.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // One PLC may have answered while the caller gave up on another one.
            foreach (var request in requests.Values)
                request.HandOver(results.Span);
            for (var i = 0; i < writes.Length; i++)
                SessionOf(Map.Tags[writes.Span[i].Tag].Plc)?.Written.Count(results.Span[i]);
        }
    }

    /// <summary>Stops all sessions, closes their connections politely, completes <see cref="Batches"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_sessions.Select(run => run?.StopAsync(isReplaced: false) ?? Task.CompletedTask)).ConfigureAwait(false);
        await _leaving.ConfigureAwait(false);
        _batches.Writer.TryComplete();
    }

    private static ILookup<int, Tag> TagsByGroup(TagMap map) => map.Listed.ToLookup(static tag => tag.ScanGroup);

    private static TimeSpan StaggerOf(int place, int all) => place * (StaggerStep * all < StaggerAll ? StaggerStep : StaggerAll / all);

    private SessionRun? Prepare(PlcDefinition plc, TagMap map, ILookup<int, Tag> tags)
    {
        if (plc.IsGone)
            return null;
        var context = new PlcContext(plc, map, _time, _log, _batches.Writer) { Timers = _timers, Wakeup = new AsyncWakeup(_timers), Pool = _pool, Unconfirmed = _unconfirmed, Hooks = _hooks, SymbolsTold = told => Take(plc.Name, told) };
        return new SessionRun(new PlcSession(context, tags), context);
    }

    private void Take(string plc, CpuSymbols told)
    {
        _symbols[plc] = told;
        SymbolsTold?.Invoke(plc);
    }

    private Task WaitForCycleAsync(int scanGroup, bool force, CancellationToken cancellationToken)
    {
        if (!TryFind(scanGroup, out var session, out var scan) || !session.CanRead)
            return Task.CompletedTask;
        var cycle = scan.Waiters.Join(cancellationToken);
        if (force || scan.WantedInterval == 0)
        {
            scan.AskPoll();
            session.Wake();
        }
        return cycle;
    }

    private PlcSession? SessionOf(int plc)
    {
        var sessions = Volatile.Read(ref _sessions);
        return (uint)plc < (uint)sessions.Length ? sessions[plc]?.Session : null;
    }

    private bool TryFind(int scanGroup, out PlcSession session, out ScanClass scan)
    {
        session = SessionOf(Map.ScanGroups[scanGroup].Plc)!;
        scan = session?.ClassOf(scanGroup)!;
        return scan is not null;
    }
}
