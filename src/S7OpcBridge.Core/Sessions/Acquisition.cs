using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Threading.Channels;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.Sessions;
using S7OpcBridge.Core.Tags;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Runs one <c>PlcSession</c> per PLC of a map, delivers their batches and accepts writes. Started once and stopped once; the map may be replaced in between.
/// </summary>
public sealed partial class Acquisition : ITagWriter, IAsyncDisposable
{
    private static readonly TimeSpan StaggerStep = TimeSpan.FromMilliseconds(50),
        StaggerAll = TimeSpan.FromSeconds(2);

    private readonly Channel<TagBatch> _batches;
    private readonly int _capacity;
    private readonly TimeProvider _time;
    private readonly ILogger _log;
    private readonly TimeProvider _timers;
    private readonly TagBatchPool _pool = new();
    private readonly UnconfirmedTags _unconfirmed = new();
    private readonly ConcurrentDictionary<string, CpuSymbols> _symbols = new();
    private readonly S7PlusHooks? _hooks;
    private readonly Random _jitter;
    private SessionRun?[] _sessions;
    private TagMap _map;

    /// <summary>Prepares the sessions; nothing connects yet.</summary>
    /// <exception cref="ArgumentException">A tag names a code page that does not exist.</exception>
    /// <param name="map">The map, with numbers that run without gaps.</param>
    /// <param name="loggers">Make the log of the sessions.</param>
    /// <param name="hooks">Callbacks for S7CommPlus connections; null: a certificate trusted on first use is remembered for the session only.</param>
    public Acquisition(TagMap map, TimeProvider time, ILoggerFactory loggers, S7PlusHooks? hooks = null)
        : this(map, time, loggers, hooks, Random.Shared) { }

    /// <param name="jitter">Spreads the attempts to reconnect.</param>
    internal Acquisition(TagMap map, TimeProvider time, ILoggerFactory loggers, S7PlusHooks? hooks, Random jitter)
    {
        (_hooks, _jitter) = (hooks, jitter);
        _map = map;
        _time = time;
        // Wait, never drop: batches carry changes, and a lost change would leave a tag wrong until its next change.
        _capacity = Math.Max(64, 4 * map.ScanGroups.Length);
        _batches = Channel.CreateBounded<TagBatch>(
            new BoundedChannelOptions(_capacity)
            {
                FullMode = BoundedChannelFullMode.Wait,
                SingleReader = true,
                // A cycle without changes gives the reader almost nothing to do; waking another thread for it would cost more than the cycle itself.
                AllowSynchronousContinuations = true,
            }
        );
        _timers = EventLoop.TimersOf(time);
        _log = loggers.CreateLogger("S7OpcBridge.Core.PlcSession");
        var tags = TagsByGroup(map);
        _sessions = [.. map.Plcs.Select(plc => Prepare(plc, map, tags))];
    }

    /// <summary>The map. A reload keeps the numbers of entries that stay.</summary>
    public TagMap Map => Volatile.Read(ref _map);

    /// <summary>
    /// Called with the name of a PLC whose CPU has reported other symbols than before: <see cref="Concrete"/> now returns another map. Any thread; must be
    /// quick.
    /// </summary>
    public Action<string>? SymbolsTold { get; set; }

    /// <summary>A compiled map with the symbols that the CPUs have reported so far (<see cref="SymbolMap.Concrete"/>).</summary>
    public TagMap Concrete(TagMap compiled) => SymbolMap.Concrete(compiled, plc => _symbols.GetValueOrDefault(plc));

    /// <summary>Rounds of the loop that serves all PLC sockets and timers (<see cref="EventLoop.Rounds"/>). Any thread.</summary>
    public static long LoopRounds => EventLoop.Shared.Rounds;

    /// <inheritdoc cref="EventLoop.HasWork"/>
    public static bool LoopHasWork => EventLoop.Shared.HasWork;

    /// <summary>
    /// Batches in order, for a single reader. Bounded: a slow reader causes counted overruns, never growing memory. A waiting reader continues on the thread of
    /// the PLC that sends the next batch; it should take what is available and leave that thread when there is more.
    /// </summary>
    public ChannelReader<TagBatch> Batches => _batches.Reader;

    /// <summary>
    /// A snapshot of a PLC; cheap, any thread. The same object with the same version while nothing has changed. A removed PLC is reported as stopped.
    /// </summary>
    public PlcStatus StatusOf(int plc) => SessionOf(plc)?.Status ?? _ownership?.StatusOf(plc) ?? PlcStatus.Gone;

    /// <summary>
    /// The connection of a PLC, for diagnosis beside the session (<see cref="S7Examination"/>); null while there is none. It may end at any time, and only the
    /// session closes it. Callers wait for <see cref="TakeTurnAsync"/> before each job.
    /// </summary>
    public S7Connection? ConnectionOf(int plc) => SessionOf(plc)?.Connection;

    /// <summary>Bytes sent and received on the open connection of a PLC; zeros while there is none. S7CommPlus: before encryption. Any thread.</summary>
    public (long Sent, long Received) BytesOf(int plc) => SessionOf(plc)?.Bytes ?? default;

    /// <summary>
    /// Waits until one job from outside the session may be sent to a PLC within its load ceiling (<see cref="PlcDefinition.Load"/>), and counts it there.
    /// </summary>
    /// <returns>To be disposed when the job is answered; null: there is no ceiling, or the PLC was removed.</returns>
    public ValueTask<IDisposable?> TakeTurnAsync(int plc, CancellationToken cancellationToken) =>
        SessionOf(plc)?.ExternalJobs.TakeAsync(cancellationToken) ?? ValueTask.FromResult<IDisposable?>(null);

    /// <summary>
    /// The requests of a cycle of a scan class, with the negotiated limits; cheap, any thread. While the link is down those of the last connection. Empty
    /// before the first connection, and where faster classes carry all its tags.
    /// </summary>
    public ImmutableArray<PlanRequest> RequestsOf(int scanGroup) =>
        TryFind(scanGroup, out _, out var scan) && scan.Plan is S7ScanPlan plan ? plan.Requests : [];

    /// <summary>The cycle times of a scan class; null: it was removed. Any thread.</summary>
    public CycleTimes? CycleTimesOf(int scanGroup) => TryFind(scanGroup, out _, out var scan) ? scan.Statistics.Times : null;

    /// <summary>The counters of writes to a PLC; null: it was removed. Any thread.</summary>
    public WriteCounters? WritesOf(int plc) => SessionOf(plc)?.Written;

    /// <summary>Number of batches that wait for the reader of <see cref="Batches"/>, and the limit.</summary>
    public (int Waiting, int Capacity) Queue => (_batches.Reader.Count, _capacity);

    /// <summary>Starts one task per PLC, staggered so that the PLCs of a plant are not polled in step. A disabled PLC is only reported as disabled.</summary>
    public void Start()
    {
        var sessions = _sessions;
        for (var i = 0; i < sessions.Length; i++)
            sessions[i]?.Start(StaggerOf(i, sessions.Length));
    }

    /// <summary>
    /// Registers a listener of a scan class. A <see cref="ScanMode.Demand"/> class is polled while it has listeners; other classes are not affected.
    /// </summary>
    /// <param name="scanGroup">Index of the class.</param>
    /// <param name="interval">The interval that the listener wants; at least the class's interval is used.</param>
    public void Listen(int scanGroup, TimeSpan interval)
    {
        if (_ownership is { } ownership)
        {
            CountListener(ownership, scanGroup, interval, isNew: true);
            ownership.Remote.Listened(scanGroup, interval, true);
            return;
        }
        if (!TryFind(scanGroup, out var session, out var scan))
            return;
        scan.Demand.Add(interval);
        session.Wake();
    }

    /// <summary>Removes a listener that was registered by <see cref="Listen"/> with the same arguments.</summary>
    public void Unlisten(int scanGroup, TimeSpan interval)
    {
        if (_ownership is { } ownership)
        {
            CountListener(ownership, scanGroup, interval, isNew: false);
            ownership.Remote.Listened(scanGroup, interval, false);
            return;
        }
        if (!TryFind(scanGroup, out var session, out var scan))
            return;
        scan.Demand.Remove(interval);
        session.Wake();
    }

    /// <summary>
    /// Waits until a cycle of the class that starts after this call has been read and its batch applied (<see cref="TagBatch.Return"/>). A class that is polled
    /// anyway gets no extra cycle; another class is polled once. Completes at once while the PLC is not connected or refuses everything (<see
    /// cref="PlcStatus.RefusesAll"/>), and when the link goes down.
    /// </summary>
    public Task NextCycleAsync(int scanGroup, CancellationToken cancellationToken) =>
        WaitForCycleAsync(scanGroup, force: false, cancellationToken);

    /// <summary>True while any tag is <see cref="IsUnconfirmed"/>. Any thread.</summary>
    public bool AnyUnconfirmed => _unconfirmed.Any;

    /// <summary>
    /// True from the answer to a write until the tag has been read back and that value applied. Until then the known value may be from before the write. Any
    /// thread.
    /// </summary>
    public bool IsUnconfirmed(int tag) => _unconfirmed.Find(tag) is not null;

    /// <summary>
    /// Waits until a written tag has been read back and the batch applied. The write has already scheduled that read, so no extra job is sent. Completes at
    /// once where no read-back is pending, and otherwise like <see cref="NextCycleAsync"/>.
    /// </summary>
    public Task ReadBackAsync(int tag, CancellationToken cancellationToken) =>
        _unconfirmed.Find(tag) is { } readBack && (_ownership is not null || SessionOf(Map.Tags[tag].Plc) is { CanRead: true })
            ? readBack.Done.WaitAsync(cancellationToken)
            : Task.CompletedTask;

    /// <summary>Polls a class once, now, in any mode; completes like <see cref="NextCycleAsync"/>.</summary>
    public Task PollAsync(int scanGroup, CancellationToken cancellationToken) =>
        WaitForCycleAsync(scanGroup, force: true, cancellationToken);

    /// <summary>Closes the connection of a PLC and does not reconnect for a while, so that an engineering tool can use the connection resource.</summary>
    public void Release(int plc, TimeSpan duration)
    {
        if (SessionOf(plc) is { } session)
            session.Release(duration);
        else
            _ownership?.Remote.Release(plc, duration);
    }

    /// <summary>Restores the intervals of the map for a PLC that was slowed down. It is slowed down again if it still cannot keep up.</summary>
    public void RestorePace(int plc)
    {
        if (SessionOf(plc) is { } session)
            session.RestorePace();
        else
            _ownership?.Remote.RestorePace(plc);
    }

    /// <summary>Stops all sessions, closes their connections with a COTP disconnect, and completes <see cref="Batches"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_sessions.Select(run => run?.StopAsync(isReplaced: false) ?? Task.CompletedTask)).ConfigureAwait(false);
        await _leaving.ConfigureAwait(false);
        if (_ownership is { } ownership)
            await ownership.AllClosed().ConfigureAwait(false);
        _batches.Writer.TryComplete();
        _alarms.Writer.TryComplete();
    }

    private static ILookup<int, Tag> TagsByGroup(TagMap map) => map.Listed.ToLookup(static tag => tag.ScanGroup);

    private static TimeSpan StaggerOf(int place, int all) => place * (StaggerStep * all < StaggerAll ? StaggerStep : StaggerAll / all);

    private SessionRun? Prepare(PlcDefinition plc, TagMap map, ILookup<int, Tag> tags)
    {
        if (plc.IsGone)
            return null;
        var context = new PlcContext(plc, map, _time, _log, _batches.Writer)
        {
            Timers = _timers,
            Wakeup = new AsyncWakeup(_timers),
            Pool = _pool,
            Jitter = _jitter,
            Unconfirmed = _unconfirmed,
            Alarms = plc.Alarms is null ? null : _alarms.Writer,
            Hooks = _hooks,
            SymbolsTold = told => AdoptSymbols(plc.Name, told),
            MayWork = _ownership?.Remote.MayWork,
        };
        return new SessionRun(new PlcSession(context, tags), context);
    }

    private void AdoptSymbols(string plc, CpuSymbols told)
    {
        _symbols[plc] = told;
        SymbolsTold?.Invoke(plc);
    }

    private Task WaitForCycleAsync(int scanGroup, bool force, CancellationToken cancellationToken)
    {
        if (_ownership is { } ownership && Map.ScanGroups[scanGroup] is { IsGone: false } group && !Owns(group.Plc))
            return ownership.Remote.NextCycleAsync(scanGroup, force, cancellationToken);
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
        return (uint)plc < (uint)sessions.Length ? Volatile.Read(ref sessions[plc])?.Session : null;
    }

    private bool TryFind(int scanGroup, out PlcSession session, out ScanClass scan)
    {
        session = SessionOf(Map.ScanGroups[scanGroup].Plc)!;
        scan = session?.ClassOf(scanGroup)!;
        return scan is not null;
    }
}
