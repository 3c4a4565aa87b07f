using System.Diagnostics;
using S7OpcBridge.Simulation.Checks;
using S7OpcBridge.Simulation.Faults;
using S7OpcBridge.Simulation.Loop;
using S7OpcBridge.Simulation.Plc;

namespace S7OpcBridge.Simulation.Runs;

/// <summary>The result of a run.</summary>
/// <param name="Failure">What did not hold; null: all did.</param>
/// <param name="Hash">Equal where two runs were equal, event by event.</param>
/// <param name="Disturbances">How many things went wrong.</param>
/// <param name="Events">Number of events.</param>
/// <param name="Simulated">Simulated time.</param>
/// <param name="Took">Real time.</param>
/// <param name="Last">The last lines of what happened.</param>
internal sealed record RunResult(
    ulong Seed,
    string? Failure,
    ulong Hash,
    int Disturbances,
    long Events,
    TimeSpan Simulated,
    TimeSpan Took,
    IReadOnlyList<string> Last
);

/// <summary>Plays one seed: a bridge and a PLC, a time of disturbances, a quiet time, and the end.</summary>
internal sealed class Run
{
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(120),
        Rest = TimeSpan.FromSeconds(40),
        Leave = TimeSpan.FromSeconds(5);

    private readonly SimulatedLoop _loop = new();
    private readonly Journal _journal;
    private readonly SimulatedNetwork _network;
    private readonly SimulatedBridge _bridge;
    private readonly SimulatedPlc _plc;
    private readonly Disturbances _disturbances;
    private readonly TimeSpan _disturbed;
    private string? _failure;

    private Run(ulong seed, TextWriter? trace)
    {
        _journal = new Journal(() => _loop.Now, trace);
        var choices = RandomOf(seed, 1);
        var plant = new Plant(choices);
        _disturbed = TimeSpan.FromSeconds(choices.Next(60, 900));
        _bridge = new SimulatedBridge(_loop, plant, RandomOf(seed, 2), _journal, Fail);
        _plc = new SimulatedPlc(_loop, RandomOf(seed, 3), plant.Tags, plant.Behavior)
        {
            Changed = _bridge.Shown.Changed,
            Served = (point, items, length) => _journal.Note($"the PLC serves {point} of {items} items with {length} bytes"),
            Written = written =>
            {
                foreach (var (tag, number) in written)
                    _journal.Note($"the PLC executes the write of {number} to {tag.Name}");
                _bridge.Writes.Executed(written);
            },
        };
        _network = new SimulatedNetwork(_loop, RandomOf(seed, 4), _plc)
        {
            Connected = open =>
            {
                _journal.Note("connected");
                if (open > 1)
                    Fail($"The bridge has {open} connections to the PLC.");
            },
        };
        _disturbances = new Disturbances(_loop, RandomOf(seed, 5), _plc, _network, _bridge, _journal);
    }

    /// <summary>Plays a seed.</summary>
    /// <param name="limit">Most things that go wrong.</param>
    /// <param name="trace">Gets all that happens; null: nobody.</param>
    public static async Task<RunResult> PlayAsync(ulong seed, int limit, TextWriter? trace)
    {
        var began = Stopwatch.GetTimestamp();
        Hooks.Reset();
        string? unobserved = null;
        void Observe(object? sender, UnobservedTaskExceptionEventArgs e) => unobserved ??= $"Nobody has seen an exception: {e.Exception}";
        TaskScheduler.UnobservedTaskException += Observe;
        var run = new Run(seed, trace);
        var broken = await Pump.RunAsync(run._loop, () => run.PlayAsync(limit), () => run._failure is not null);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        TaskScheduler.UnobservedTaskException -= Observe;
        return new RunResult(
            seed,
            run._failure ?? broken ?? unobserved,
            run._journal.Hash,
            run._disturbances.Count,
            run._loop.Count,
            TimeSpan.FromTicks(run._loop.Now),
            Stopwatch.GetElapsedTime(began),
            [.. run._journal.Last]
        );
    }

    private async Task PlayAsync(int limit)
    {
        _bridge.Start();
        Task[] clients = [_bridge.WriteAsync(), _bridge.WriteAsync()];
        await _disturbances.PlayAsync(_disturbed, limit);
        await Task.Delay(Quiet, _loop);
        _bridge.MayWrite = false;
        await Task.WhenAll(clients);
        _disturbances.EndWork();
        await Task.Delay(Rest, _loop);
        CheckRest();
        await _bridge.StopAsync();
        await Task.Delay(Leave, _loop);
        // The timer of the delay itself ends behind what awaits it.
        await Task.Yield();
        CheckEnd();
    }

    private void CheckRest()
    {
        _bridge.Shown.CheckRest(_plc.Tags);
        var status = _bridge.Acquisition.StatusOf(0);
        if (_bridge.Writes.Open > 0 || status.PendingWrites > 0)
            Fail($"At rest {_bridge.Writes.Open} writes have no answer, and {status.PendingWrites} wait.");
        if (_bridge.Acquisition.Queue.Waiting > 0)
            Fail($"At rest {_bridge.Acquisition.Queue.Waiting} batches wait for their reader.");
        if (!status.Connected || _loop.Sockets != 1)
            Fail($"At rest there are {_loop.Sockets} sockets, and the status is {status.State}.");
        if (_bridge.Acquisition.AnyUnconfirmed)
            Fail("At rest a written tag was not read back.");
    }

    private void CheckEnd()
    {
        if (_loop.Sockets > 0)
            Fail($"The bridge has stopped, and {_loop.Sockets} of its sockets are open.");
        if (_loop.Timers > 0)
            Fail($"The bridge has stopped, and {_loop.Timers} of its timers are there.");
    }

    private void Fail(string what)
    {
        if (_failure is not null)
            return;
        _failure = what;
        _journal.Note($"FAILED: {what}");
    }

    // One stream for each part, so that a change of one leaves what the others do.
    private static Random RandomOf(ulong seed, ulong part)
    {
        var mixed = (seed + part * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
        mixed ^= mixed >> 31;
        return new Random((int)(mixed >> 16));
    }
}
