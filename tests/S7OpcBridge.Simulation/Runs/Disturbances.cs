using S7OpcBridge.Simulation.Checks;
using S7OpcBridge.Simulation.Loop;
using S7OpcBridge.Simulation.Plc;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation.Runs;

/// <summary>All that goes wrong in a run, one thing after another; each has an end.</summary>
internal sealed class Disturbances
{
    // The second one is about the CPU at this moment, not about tags.
    private static readonly ushort[] Refusals = [0x8500, 0x8304, 0x8104, 0x8304, 0xD241];

    private readonly SimulatedLoop _loop;
    private readonly Random _random;
    private readonly SimulatedPlc _plc;
    private readonly SimulatedNetwork _network;
    private readonly SimulatedBridge _bridge;
    private readonly Journal _journal;
    private readonly (string Name, Action Begin)[] _kinds;
    private bool _isOver;

    public Disturbances(
        SimulatedLoop loop,
        Random random,
        SimulatedPlc plc,
        SimulatedNetwork network,
        SimulatedBridge bridge,
        Journal journal
    )
    {
        (_loop, _random, _plc, _network, _bridge, _journal) = (loop, random, plc, network, bridge, journal);
        var (conditions, faults) = (network.Conditions, plc.Faults);
        _kinds =
        [
            ("reset", network.Reset),
            ("closed by the PLC", network.Close),
            ("forgotten by the PLC", network.Forget),
            ("nothing reaches the PLC", () => conditions.ToPlcStalledUntil = loop.Now + Long()),
            ("nothing reaches the bridge", () => conditions.ToBridgeStalledUntil = loop.Now + Long()),
            (
                "long ways",
                () =>
                    During(
                        () => conditions.Delay = (10_000, random.NextInt64(100_000, 6_000_000)),
                        () => conditions.Delay = (2_000, 15_000)
                    )
            ),
            ("short segments", () => During(() => conditions.LongestSegment = random.Next(1, 40), () => conditions.LongestSegment = 1400)),
            ("a small window", () => During(() => conditions.Window = random.Next(20, 400), () => conditions.Window = 16_384)),
            ("power is lost", PowerOff),
            ("restart with other limits", Restart),
            ("STOP", () => During(() => plc.IsRunning = false, () => plc.IsRunning = true)),
            ("download", () => plc.Download(Block())),
            ("a block is missing", MissingBlock),
            ("a block is protected", ProtectedBlock),
            ("lost jobs", () => faults.LostJobs = random.Next(1, 4)),
            ("lost answers", () => faults.LostAnswers = random.Next(1, 4)),
            ("late answers", () => During(() => faults.LateAnswers = random.Next(2, 10), () => faults.LateAnswers = 0)),
            ("failed items", () => During(() => faults.FailedItems = random.Next(1, 20), () => faults.FailedItems = 0)),
            ("refused jobs", RefusedJobs),
            ("a slow CPU", SlowCpu),
            ("short TPDUs", () => During(() => faults.LongestPayload = random.Next(1, 100), () => faults.LongestPayload = int.MaxValue)),
            ("half an answer", () => faults.CutsAnswer = true),
            ("no PUT/GET", () => During(() => plc.PutGet = false, () => plc.PutGet = true)),
            ("the clock steps", () => loop.WallStep += TimeSpan.FromSeconds(random.Next(-100_000, 100_000))),
            ("a slow reader", () => During(() => bridge.IsReaderSlow = true, () => bridge.IsReaderSlow = false)),
        ];
    }

    /// <summary>Things that went wrong so far.</summary>
    public int Count { get; private set; }

    /// <summary>Lets things go wrong until a time, at most so many; then everything is well again.</summary>
    public async Task PlayAsync(TimeSpan until, int limit)
    {
        _loop.After(TimeSpan.FromMilliseconds(250), Work);
        while (true)
        {
            await Task.Delay(Pause(), _loop);
            // Up to here a run with a limit is the run without one.
            if (_loop.Now >= until.Ticks || Count == limit)
                break;
            var (name, begin) = _kinds[_random.Next(_kinds.Length)];
            Count++;
            _journal.Note($"disturbance {Count}: {name}");
            begin();
        }
        // The end of the last one, too, comes at its time.
        await Task.Delay(TimeSpan.FromSeconds(_random.Next(1, 30)), _loop);
        _journal.Note("all is well again");
        Restore();
    }

    /// <summary>The program of the PLC changes nothing any more.</summary>
    public void EndWork() => _isOver = true;

    private void Restore()
    {
        _network.Conditions.Clear();
        _network.ConnectAnswer = ConnectAnswer.Accepts;
        _plc.Faults.Clear();
        (_plc.IsRunning, _plc.PutGet, _bridge.IsReaderSlow) = (true, true, false);
        foreach (var block in _plc.Blocks)
        {
            if (!_plc.HasBlock(block))
                _plc.AddBlock(block);
            _plc.Protect(block, BlockAccess.Free);
        }
        _bridge.Acquisition.RestorePace(0);
    }

    private void Work()
    {
        if (_isOver)
            return;
        if (_plc.IsRunning && _network.ConnectAnswer == ConnectAnswer.Accepts)
            _plc.Work();
        _loop.After(TimeSpan.FromMilliseconds(_random.Next(50, 500)), Work);
    }

    // Sometimes several at once, sometimes a long quiet time.
    private TimeSpan Pause() =>
        _random.Next(4) switch
        {
            0 => TimeSpan.FromMilliseconds(_random.Next(1, 500)),
            1 => TimeSpan.FromSeconds(_random.Next(1, 10)),
            2 => TimeSpan.FromSeconds(_random.Next(10, 40)),
            _ => TimeSpan.FromSeconds(_random.Next(40, 90)),
        };

    private long Long() =>
        _random.Next(3) switch
        {
            0 => _random.NextInt64(TimeSpan.TicksPerSecond),
            1 => _random.NextInt64(10 * TimeSpan.TicksPerSecond),
            _ => _random.NextInt64(60 * TimeSpan.TicksPerSecond),
        };

    private ushort Block() => _plc.Blocks.ElementAt(_random.Next(_plc.Blocks.Count()));

    private void During(Action begin, Action end)
    {
        begin();
        _loop.After(TimeSpan.FromTicks(Long()), end);
    }

    private void PowerOff()
    {
        _network.Forget();
        During(() => _network.ConnectAnswer = _random.Next(2) == 0 ? ConnectAnswer.Silent : ConnectAnswer.Refuses, Restart);
    }

    private void Restart()
    {
        _network.Reset();
        _network.ConnectAnswer = ConnectAnswer.Accepts;
        _plc.Restart(Plant.OtherLimits(_random, _plc.Behavior));
        if (_random.Next(3) == 0)
            _plc.Download(Block());
    }

    private void MissingBlock()
    {
        var block = Block();
        During(
            () => _plc.DeleteBlock(block),
            () =>
            {
                if (!_plc.HasBlock(block))
                    _plc.AddBlock(block);
            }
        );
    }

    private void ProtectedBlock()
    {
        var block = Block();
        var access = _random.Next(2) == 0 ? BlockAccess.Denied : BlockAccess.ReadOnly;
        During(() => _plc.Protect(block, access), () => _plc.Protect(block, BlockAccess.Free));
    }

    private void RefusedJobs()
    {
        _plc.Faults.Refusal = Refusals[_random.Next(Refusals.Length)];
        During(() => _plc.Faults.RefusedJobs = _random.Next(2) == 0 ? 1 : _random.Next(2, 10), () => _plc.Faults.RefusedJobs = 0);
    }

    private void SlowCpu()
    {
        var longest = _random.NextInt64(TimeSpan.TicksPerSecond / 10, TimeSpan.TicksPerSecond * 19 / 10);
        During(() => _plc.Faults.Work = (longest / 2, longest), () => _plc.Faults.Work = (5_000, 30_000));
    }
}
