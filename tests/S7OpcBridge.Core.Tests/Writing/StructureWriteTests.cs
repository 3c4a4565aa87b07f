using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>Values that are written together: in one job or not at all, and no byte beside them.</summary>
public sealed class StructureWriteTests
{
    private const int Slow = 60_000;

    [Test, CancelAfter(20_000)]
    public async Task Members_leave_in_one_job_and_what_lies_between_them_stays(CancellationToken token)
    {
        await using var plant = Plant.Start(Motor);
        await plant.UntilGoodAsync(0, token);
        plant.Poke(0, [.. Enumerable.Repeat((byte)0xEE, 20)]);
        plant.Poke(8, 6, 0);

        var results = await plant.WriteAsync(
            token,
            new TagWrite(
                0,
                default,
                Together: [Values.Single(1), Values.Boolean(true), Values.Boolean(false), Values.Int16(0x1234), Values.Text("ab")]
            )
        );

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Ok }));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1));
        Assert.That(
            plant.Peek(0, 14),
            Is.EqualTo(new byte[] { 0x3F, 0x80, 0, 0, 0xED, 0xEE, 0x12, 0x34, 6, 2, (byte)'a', (byte)'b', 0xEE, 0xEE })
        );
        await plant.UntilAsync(() => plant.Seen.ValueOf(4) == Values.Text("ab") && plant.Seen.ValueOf(3) == Values.Int16(0x1234), token);
    }

    [Test, CancelAfter(20_000)]
    public async Task One_member_that_does_not_fit_keeps_the_whole_back(CancellationToken token)
    {
        await using var plant = Plant.Start(Motor);
        await plant.UntilGoodAsync(0, token);
        var before = plant.Peek(0, 20);

        var results = await plant.WriteAsync(
            token,
            new(
                0,
                default,
                Together: [Values.Single(1), Values.Boolean(true), Values.Boolean(false), Values.Int16(1), Values.Text("too long for six")]
            ),
            new(0, default, Together: [Values.Single(1), Values.Boolean(true), Values.Int16(0), Values.Int16(1), Values.Text("ab")])
        );

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.TypeMismatch }));
        Assert.That(plant.Peek(0, 20), Is.EqualTo(before));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_member_that_may_not_be_written_refuses_the_whole(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", Slow).Tag("A", "DB1.DBW0", "Int").ReadOnlyTag("B", "DB1.DBW2", "Int"));
        await plant.UntilGoodAsync(0, token);
        Assert.That(
            await plant.WriteAsync(token, new TagWrite(0, default, Together: [Values.Int16(1), Values.Int16(2)])),
            Is.EqualTo(new[] { TagWriteResult.NotWritable })
        );
        Assert.That(plant.Peek(0, 4), Is.All.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task What_no_job_can_carry_is_refused_with_its_reason_and_its_neighbours_are_written(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map =>
            {
                map.Class("rare", Slow).Tag("Before", "DB1.DBW900", "Int").Tag("After", "DB1.DBW902", "Int");
                for (var i = 0; i < 30; i++)
                    map.Tag($"T{i}", $"DB1.DBW{4 * i}", "Int");
            },
            plc => plc with { Connection = plc.Connection with { PduSize = 240 } }
        );
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(
            token,
            new(0, Values.Int16(1)),
            new(2, default, Together: [.. Enumerable.Repeat(Values.Int16(7), 30)]),
            new(1, Values.Int16(2))
        );

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Ok, TagWriteResult.TooLarge, TagWriteResult.Ok }));
        Assert.That(plant.Peek(900, 4), Is.EqualTo(new byte[] { 0, 1, 0, 2 }));
        Assert.That(plant.Peek(0, 120), Is.All.Zero);
        Assert.That(plant.Status.LastError, Does.Contain("do not fit into one job").And.Contain("Line1/T0"));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_whole_that_finds_no_room_behind_others_gets_a_job_of_its_own(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map =>
            {
                map.Class("rare", Slow);
                for (var i = 0; i < 16; i++)
                    map.Tag($"T{i}", $"DB1.DBW{4 * i}", "Int");
            },
            plc => plc with { Connection = plc.Connection with { PduSize = 240 } }
        );
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(
            token,
            new(0, default, Together: [.. Enumerable.Repeat(Values.Int16(3), 8)]),
            new(8, default, Together: [.. Enumerable.Repeat(Values.Int16(4), 8)])
        );

        Assert.That(results, Is.All.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(2));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_job_refused_as_a_whole_is_sent_whole_by_whole(CancellationToken token)
    {
        await using var plant = Plant.Start(Motor);
        await plant.UntilGoodAsync(0, token);
        plant.Poke(8, 6, 0);
        plant.Plc.Faults.Arm(Fault.Refuse(0x8500), FaultPoint.Write, times: 2);

        var results = await plant.WriteAsync(
            token,
            new(0, default, Together: [Values.Single(1), Values.Boolean(true), Values.Boolean(true), Values.Int16(1), Values.Text("ab")]),
            new(3, Values.Int16(5))
        );

        Assert.That(
            results,
            Is.EqualTo(new[] { TagWriteResult.ConfigurationError, TagWriteResult.Ok }),
            "refused together, then each alone: the first once more"
        );
        Assert.That(plant.Peek(0, 8), Is.EqualTo(new byte[] { 0, 0, 0, 0, 0, 0, 0, 5 }), "no half of it was written");
    }

    private static void Motor(MapDraft map) =>
        map.Class("rare", Slow)
            .Tag("Speed", "DB1.DBD0", "Real")
            .Tag("Run", "DB1.DBX4.0", "Bool")
            .Tag("Fault", "DB1.DBX4.1", "Bool")
            .Tag("Count", "DB1.DBW6", "Int")
            .Tag("Name", "DB1.DBB8", "String[6]");
}
