using System.Threading.Channels;
using Microsoft.Extensions.Logging;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Runs one <c>PlcSession</c> per PLC of a map, hands out what they find and takes what clients write. Started once, stopped once.</summary>
public sealed class Acquisition : ITagWriter, IAsyncDisposable
{
    private static readonly TimeSpan StaggerStep = TimeSpan.FromMilliseconds(50), StaggerAll = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _stopping = new();
    private readonly Channel<TagBatch> _batches;
    private readonly PlcSession[] _sessions;
    private readonly Alarm[] _alarms;
    private Task _running = Task.CompletedTask;

    /// <summary>Prepares the sessions; nothing connects yet.</summary>
    /// <exception cref="ArgumentException">A tag names a code page that does not exist.</exception>
    public Acquisition(TagMap map, TimeProvider time, ILoggerFactory loggers)
    {
        Map = map;
        // Wait, never drop: batches carry changes, and a lost change would leave a tag wrong until it next moves.
        _batches = Channel.CreateBounded<TagBatch>(new BoundedChannelOptions(Math.Max(64, 4 * map.ScanGroups.Length))
        {
            FullMode = BoundedChannelFullMode.Wait,
            SingleReader = true,
            // A quiet cycle leaves next to nothing to the reader: waking another thread for it would cost more than all the rest of the cycle.
            AllowSynchronousContinuations = true,
        });
        var timers = EventLoop.TimersOf(time);
        _alarms = [.. map.Plcs.Select(_ => new Alarm(timers))];
        var tags = map.Tags.ToLookup(static tag => tag.ScanGroup);
        var log = loggers.CreateLogger("S7OpcBridge.Core.PlcSession");
        _sessions = [.. map.Plcs.Select(plc => new PlcSession(new PlcSite(plc, map, time, log, _batches.Writer) { Timers = timers, Alarm = _alarms[plc.Index] }, tags))];
    }

    /// <summary>The map.</summary>
    public TagMap Map { get; }

    /// <summary>
    /// Batches in order; single reader. Bounded: a slow reader shows up as counted overruns, never as memory. A reader that waits continues on the thread of
    /// the PLC that brings the next batch: it takes what is there, and leaves the thread when there is more.
    /// </summary>
    public ChannelReader<TagBatch> Batches => _batches.Reader;

    /// <summary>A snapshot of a PLC; cheap, any thread. The same object as before, with the same version, where nothing has changed.</summary>
    public PlcStatus StatusOf(int plc) => _sessions[plc].Status;

    /// <summary>Starts one task per PLC, staggered so that the PLCs of a plant are not asked in step. A disabled PLC only says so.</summary>
    public void Start()
    {
        var step = StaggerStep * _sessions.Length < StaggerAll ? StaggerStep : StaggerAll / _sessions.Length;
        _running = Task.WhenAll(_sessions.Select((session, index) => Task.Run(() => session.RunAsync(step * index, _stopping.Token))));
    }

    /// <summary>Somebody listens to a scan class: a <see cref="ScanMode.Demand"/> class is polled from now on. Other classes do not care.</summary>
    /// <param name="scanGroup">Index of the class.</param>
    /// <param name="interval">How often the listener wants news; faster than the class counts as the class's interval.</param>
    public void Listen(int scanGroup, TimeSpan interval)
    {
        var (session, scan) = Find(scanGroup);
        scan.Demand.Add(interval);
        session.Ring();
    }

    /// <summary>Takes one <see cref="Listen"/> with the same arguments back.</summary>
    public void Unlisten(int scanGroup, TimeSpan interval)
    {
        var (session, scan) = Find(scanGroup);
        scan.Demand.Remove(interval);
        session.Ring();
    }

    /// <summary>
    /// Waits until a cycle of the class that starts after this call has been read, and its batch applied (<see cref="TagBatch.Return"/>) by the reader of
    /// <see cref="Batches"/>. Asks for no cycle of its own where the class is polled anyway; a class that nobody polls is polled once.
    /// Ends at once while the PLC is not connected or refuses everything (<see cref="PlcStatus.RefusesAll"/>), and when the link goes down.
    /// </summary>
    public Task NextCycleAsync(int scanGroup, CancellationToken cancellationToken) => WaitForCycleAsync(scanGroup, force: false, cancellationToken);

    /// <summary>Polls a class once, now, whatever its mode; ends like <see cref="NextCycleAsync"/>.</summary>
    public Task PollAsync(int scanGroup, CancellationToken cancellationToken) => WaitForCycleAsync(scanGroup, force: true, cancellationToken);

    /// <summary>Closes the connection of a PLC and leaves it alone for a while, so that an engineer gets the slot.</summary>
    public void Release(int plc, TimeSpan duration) => _sessions[plc].Release(duration);

    /// <inheritdoc/>
    public async ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken)
    {
        var requests = new Dictionary<int, WriteRequest>();
        for (var i = 0; i < writes.Length; i++)
        {
            var plc = Map.Tags[writes.Span[i].Tag].Plc;
            if (!requests.TryGetValue(plc, out var request))
                requests.Add(plc, request = new WriteRequest());
            results.Span[i] = _sessions[plc].Gate.Admit(writes.Span[i], i, request);
        }
        foreach (var (plc, request) in requests)
        {
            if (_sessions[plc].Writes.Accept(request) is var refused and not TagWriteResult.Ok)
                request.Complete(refused);
        }
        foreach (var request in requests.Values)
        {
            try
            {
                await request.Done.WaitAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                foreach (var each in requests.Values)
                    each.Abandon();
                throw;
            }
            request.CopyTo(results.Span);
        }
    }

    /// <summary>Stops all sessions, closes their connections politely, completes <see cref="Batches"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
        _batches.Writer.TryComplete();
        foreach (var alarm in _alarms)
            alarm.Dispose();
    }

    private Task WaitForCycleAsync(int scanGroup, bool force, CancellationToken cancellationToken)
    {
        var (session, scan) = Find(scanGroup);
        if (!session.CanRead)
            return Task.CompletedTask;
        var cycle = scan.Waiters.Join(cancellationToken);
        if (force || scan.WantedInterval == 0)
        {
            scan.AskPoll();
            session.Ring();
        }
        return cycle;
    }

    private (PlcSession Session, ScanClass Scan) Find(int scanGroup)
    {
        var session = _sessions[Map.ScanGroups[scanGroup].Plc];
        return (session, session.ClassOf(scanGroup));
    }
}
