using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>Writes that are refused, lost or given up: which value the PLC has then, and what the caller is told.</summary>
public sealed class WriteFailureTests
{
    private const int Slow = 60_000;

    [Test, CancelAfter(20_000)]
    public async Task A_refused_item_fails_alone_with_its_reason(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("rare", Slow)
                .Tag("Good", "DB1.DBW0", "Int")
                .Tag("Locked", "DB2.DBW0", "Int")
                .Tag("Missing", "DB9.DBW0", "Int")
                .Tag("Last", "DB1.DBW4", "Int")
        );
        plant.Plc.Memory.AddBlock(2, 10, BlockAccess.ReadOnly);
        plant.Run();
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(
            token,
            new(0, Values.Int16(1)),
            new(1, Values.Int16(2)),
            new(2, Values.Int16(3)),
            new(3, Values.Int16(4))
        );

        Assert.That(
            results,
            Is.EqualTo(new[] { TagWriteResult.Ok, TagWriteResult.Refused, TagWriteResult.ConfigurationError, TagWriteResult.Ok })
        );
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1020), Is.EqualTo(2));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_job_refused_as_a_whole_is_sent_piece_by_piece(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", Slow).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int"));
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.Arm(Fault.Refuse(0x8500), FaultPoint.Write, times: 1);

        var results = await plant.WriteAsync(token, new(0, Values.Int16(1)), new(1, Values.Int16(2)));

        Assert.That(results, Is.All.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Peek(0, 4), Is.EqualTo(new byte[] { 0, 1, 0, 2 }));
    }

    [Test, CancelAfter(20_000)]
    public async Task With_the_link_down_nothing_is_accepted_and_nothing_is_sent_later(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDownLastValue, token);

        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Int16(5))), Is.EqualTo(new[] { TagWriteResult.NoCommunication }));

        plant.Plc.Faults.GivePower();
        await plant.UntilGoodAsync(0, token);
        Assert.That(plant.Plc.Counters.WriteJobs, Is.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_write_that_is_sent_but_not_answered_times_out_and_is_not_sent_again(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(300) } }
        );
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Write);

        var lost = plant.WriteAsync(token, new TagWrite(0, Values.Int16(5)));
        var behind = plant.WriteAsync(token, new TagWrite(0, Values.Int16(6)));

        Assert.That(await lost, Is.EqualTo(new[] { TagWriteResult.Timeout }));
        Assert.That(await behind, Is.EqualTo(new[] { TagWriteResult.NoCommunication }));
        await plant.UntilGoodAsync(0, token);
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_full_queue_takes_no_more(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", Slow).Tag("A", "DB1.DBX0.0", "Bool[800]"));
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.Arm(Fault.Delay(TimeSpan.FromMilliseconds(300)), FaultPoint.Write, times: 1);

        // A part of a Bool array that does not fill its bytes goes bit by bit: 799 pieces.
        var bits = new TagWrite(0, Values.Array(TagValueKind.Boolean, new bool[799]), Start: 1);
        var calls = Enumerable.Range(0, 12).Select(_ => plant.WriteAsync(token, bits)).ToArray();
        var results = await Task.WhenAll(calls);

        Assert.That(results[0], Is.EqualTo(new[] { TagWriteResult.Ok }));
        Assert.That(results[^1], Is.EqualTo(new[] { TagWriteResult.TooManyOperations }));
        Assert.That(plant.Status.PendingWrites, Is.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_caller_that_gives_up_leaves_nothing_behind(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", Slow).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int"));
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.Arm(Fault.Delay(TimeSpan.FromMilliseconds(300)), FaultPoint.Write, times: 1);
        using var impatient = new CancellationTokenSource();
        var slow = plant.WriteAsync(token, new TagWrite(0, Values.Int16(1)));
        var given = plant.WriteAsync(impatient.Token, new TagWrite(1, Values.Int16(2)));

        await impatient.CancelAsync();

        Assert.That(async () => await given, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(await slow, Is.EqualTo(new[] { TagWriteResult.Ok }));
        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Int16(3))), Is.EqualTo(new[] { TagWriteResult.Ok }));
        Assert.That(plant.Peek(0, 4), Is.EqualTo(new byte[] { 0, 3, 0, 0 }));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_caller_that_gives_up_on_one_PLC_gets_the_answer_of_the_other(CancellationToken token)
    {
        await using var quick = SoftPlcOnLine();
        await using var silent = SoftPlcOnLine();
        var map = new MapDraft()
            .Plc(quick.Port)
            .Class("rare", Slow)
            .Tag("A", "DB1.DBW0", "Int")
            .Plc(silent.Port)
            .Class("rare", Slow)
            .Tag("B", "DB1.DBW0", "Int")
            .Build();
        await using var acquisition = new Acquisition(map, TimeProvider.System, NullLoggerFactory.Instance);
        var seen = new SeenTags();
        var reading = seen.ReadAsync(acquisition.Batches);
        acquisition.Start();
        for (
            var changed = seen.Changed;
            seen.QualityOf(0) != TagQuality.Good || seen.QualityOf(1) != TagQuality.Good;
            changed = seen.Changed
        )
            await changed.WaitAsync(token);
        silent.Faults.Arm(Fault.Drop(), FaultPoint.Write);
        using var impatient = new CancellationTokenSource();
        var results = new TagWriteResult[2];

        // The silent one comes first in the call, so that its answer is waited for first.
        var writing = acquisition
            .WriteAsync(new TagWrite[] { new(1, Values.Int16(2)), new(0, Values.Int16(1)) }, results, impatient.Token)
            .AsTask();
        await quick.Counters.WhenAsync(static counters => counters.WriteJobs > 0, token);
        // A second write is behind the first one in the queue of the quick PLC: once it is answered, the first one is, too.
        await acquisition.WriteAsync(new TagWrite[] { new(0, Values.Int16(1)) }, new TagWriteResult[1], token);
        await impatient.CancelAsync();

        Assert.That(async () => await writing, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Abandoned, TagWriteResult.Ok }));
        Assert.That(
            (acquisition.WritesOf(0)!.CountOf(TagWriteResult.Ok), acquisition.WritesOf(0)!.CountOf(TagWriteResult.Abandoned)),
            Is.EqualTo((2, 0))
        );
        Assert.That(
            (acquisition.WritesOf(1)!.CountOf(TagWriteResult.Ok), acquisition.WritesOf(1)!.CountOf(TagWriteResult.Abandoned)),
            Is.EqualTo((0, 1))
        );
        await acquisition.DisposeAsync();
        await reading;
    }

    private static SoftPlc SoftPlcOnLine()
    {
        var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        plc.Memory.AddBlock(1, 100);
        plc.Start();
        return plc;
    }
}
