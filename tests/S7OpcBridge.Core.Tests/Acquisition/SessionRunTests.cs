namespace S7OpcBridge.Core.Tests;

/// <summary>A session that fails from within: a bug, which must not cost its PLC.</summary>
[Parallelizable]
public sealed class SessionRunTests
{
    private const int Broken = 1006;

    [TestCase(typeof(InvalidOperationException)), TestCase(typeof(OperationCanceledException)), CancelAfter(30_000)]
    public async Task A_session_that_fails_is_told_and_started_again_and_reads_as_before(Type fault, CancellationToken token)
    {
        var clock = new FailingClock();
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"), time: clock);
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDownLastValue, token);

        // Only the session itself asks for the time now, when it says again that the link is down.
        clock.Stumble((Exception)Activator.CreateInstance(fault, "The clock stumbles.")!);
        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Id.Id == Broken), token);
        plant.Poke(0, 0, 7);
        plant.Plc.Faults.GivePower();

        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.ValueOf(0) == Values.Int16(7), token);
        Assert.That(plant.Log.Lines.Single(line => line.Id.Id == Broken).Text, Does.Contain("Line1").And.Contain("The clock stumbles."));
        Assert.That((plant.Status.State, plant.Plc.Counters.ConnectionsOpen), Is.EqualTo((PlcState.Running, 1)));
    }

    [Test, CancelAfter(30_000)]
    public async Task A_session_that_fails_while_it_connects_leaves_no_connection_behind(CancellationToken token)
    {
        var clock = new FailingClock();
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Stale = TimeSpan.FromSeconds(1) },
            time: clock
        );
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDownLastValue, token);
        var struck = plant.Plc.Faults.Struck;
        plant.Plc.Faults.Arm(Simulator.Fault.Delay(TimeSpan.FromMilliseconds(1500)), Simulator.FaultPoint.Setup);
        plant.Plc.Faults.GivePower();

        // Connected and not yet negotiated, the values become too old to be shown: the clock is asked when.
        await plant.UntilAsync(() => plant.Plc.Faults.Struck > struck, token);
        clock.Stumble(new InvalidOperationException("The clock stumbles."));
        await plant.UntilAsync(
            () => plant.Log.Lines.Any(line => line.Id.Id == Broken) && plant.Seen.QualityOf(0) == TagQuality.Good,
            token
        );

        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsOpen == 1, token);
    }

    /// <summary>The system's clock, which fails once.</summary>
    private sealed class FailingClock : TimeProvider
    {
        private Exception? _fault;

        public void Stumble(Exception fault) => Volatile.Write(ref _fault, fault);

        public override DateTimeOffset GetUtcNow() => Interlocked.Exchange(ref _fault, null) is { } fault ? throw fault : base.GetUtcNow();
    }
}
