using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Variables;

public class VariableTableTests
{
    [Test]
    public void A_value_that_came_between_two_confirmations_of_its_group_is_not_older_than_itself()
    {
        var table = new VariableTable(1, 1);
        using (var update = table.BeginUpdate())
        {
            update.Confirm(0, 1000);
            update.Set(0, Variant.From(1), StatusCodes.Good, 1800); // rode along in a request of another group
        }

        Assert.That((table.Read(0).SourceTime, table.Read(0).ServerTime), Is.EqualTo((1800, 1800)));
        using (var update = table.BeginUpdate())
            update.Confirm(0, 2000);
        Assert.That((table.Read(0).SourceTime, table.Read(0).ServerTime), Is.EqualTo((1800, 2000)));
    }

    [Test]
    public void A_variable_waits_for_initial_data_until_it_is_written()
    {
        var value = new VariableTable(3, 1).Read(2);
        Assert.That(value.Status.Value, Is.EqualTo(StatusCodes.BadWaitingForInitialData));
        Assert.That(value.Value.IsNull, Is.True);
    }

    [Test]
    public void A_written_value_is_read_with_its_status_and_times()
    {
        var table = new VariableTable(3, 2);
        table.SetGroup(1, 1);
        using (var update = table.BeginUpdate())
        {
            update.Confirm(1, 77);
            update.Set(1, Variant.From(12.5f), StatusCodes.UncertainLastUsableValue, 55);
        }

        var value = table.Read(1);
        Assert.That((value.Value.Type, value.Value.Bits), Is.EqualTo((BuiltInType.Float, (long)BitConverter.SingleToUInt32Bits(12.5f))));
        Assert.That((value.Status.Value, value.SourceTime, value.ServerTime), Is.EqualTo((StatusCodes.UncertainLastUsableValue, 55L, 77L)));
        Assert.That(table.Read(0).ServerTime, Is.Zero, "Another group is not confirmed by this.");
    }

    [Test]
    public void A_bad_status_hides_the_value_and_a_later_uncertain_one_shows_it_again()
    {
        var table = new VariableTable(2, 1);
        using (var update = table.BeginUpdate())
        {
            update.Set(0, Variant.From(7), StatusCodes.Good, 1);
            update.Set(1, Variant.From("kept"), StatusCodes.Good, 1);
        }

        using (var update = table.BeginUpdate())
        {
            update.SetStatus(0, StatusCodes.BadNoCommunication, 2);
            update.SetStatus(1, StatusCodes.BadNoCommunication, 2);
        }

        Assert.That((table.Read(0).Value.IsNull, table.Read(1).Value.IsNull), Is.EqualTo((true, true)));
        using (var update = table.BeginUpdate())
        {
            update.SetStatus(0, StatusCodes.UncertainLastUsableValue, 3);
            update.SetStatus(1, StatusCodes.UncertainLastUsableValue, 3);
        }

        Assert.That(table.Read(0).Value.Bits, Is.EqualTo(7));
        Assert.That(table.Read(1).Value.Reference, Is.EqualTo("kept"));
        Assert.That(table.Read(1).SourceTime, Is.EqualTo(3));
    }

    [Test]
    public void A_text_gives_way_to_a_number_and_an_array_to_a_text()
    {
        var table = new VariableTable(1, 1);
        foreach (
            var value in new[]
            {
                Variant.From("a"),
                Variant.From(5),
                Variant.FromArray(BuiltInType.Int16, new short[] { 1 }),
                Variant.From((string?)null),
                Variant.From(2.0),
            }
        )
        {
            using (var update = table.BeginUpdate())
                update.Set(0, value, StatusCodes.Good, 1);
            var read = table.Read(0).Value;
            Assert.That(
                (read.Type, read.IsArray, read.Bits, read.Reference),
                Is.EqualTo((value.Type, value.IsArray, value.Bits, value.Reference))
            );
        }
    }

    [Test, CancelAfter(30_000)]
    [ConformanceUnit("Address Space Atomicity")]
    public async Task A_reader_never_sees_a_mixture_of_two_writes(CancellationToken cancellationToken)
    {
        var table = new VariableTable(64, 1);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Write(table, 0);
        var torn = 0;
        var readers = Enumerable
            .Range(0, 2)
            .Select(_ =>
                Task.Run(
                    () =>
                    {
                        while (!stop.IsCancellationRequested)
                        {
                            for (var i = 0; i < 64; i++)
                            {
                                var value = table.Read(i);
                                var expected = value.SourceTime % 2 == 0 ? StatusCodes.Good : StatusCodes.UncertainLastUsableValue;
                                if (value.Value.Bits != value.SourceTime || value.Status.Value != expected)
                                    Interlocked.Increment(ref torn);
                            }
                        }
                    },
                    CancellationToken.None
                )
            )
            .ToArray();
        for (var round = 1; round < 20_000; round++)
            Write(table, round);
        await stop.CancelAsync();
        await Task.WhenAll(readers);
        Assert.That(torn, Is.Zero);

        static void Write(VariableTable table, int round)
        {
            using var update = table.BeginUpdate();
            for (var i = 0; i < 64; i++)
                update.Set(
                    i,
                    new Variant(BuiltInType.Int64, round),
                    round % 2 == 0 ? StatusCodes.Good : StatusCodes.UncertainLastUsableValue,
                    round
                );
        }
    }

    [Test]
    public void Writing_numbers_allocates_nothing()
    {
        var table = new VariableTable(1000, 1);
        Round(table, 1);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var round = 2; round < 10; round++)
            Round(table, round);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        static void Round(VariableTable table, int value)
        {
            using var update = table.BeginUpdate();
            update.Confirm(0, value);
            for (var i = 0; i < 1000; i++)
                update.Set(i, Variant.From(value), StatusCodes.Good, value);
        }
    }
}
