using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Items;

/// <summary>Data change filters (OPC 10000-4, 7.22.2).</summary>
public class FilterTests
{
    [Test]
    [ConformanceUnit("Monitor Value Change")]
    public void With_trigger_Status_only_a_changed_status_is_reported()
    {
        using var rig = Watched(new DataChangeFilter { Trigger = DataChangeTrigger.Status });
        rig.Set(TestNodes.Double, 5);
        rig.Set(TestNodes.Double, Variant.From(6.0), StatusCodes.UncertainLastUsableValue);
        Assert.That(Values(rig), Is.EqualTo(new[] { 6.0 }));
    }

    [Test]
    [ConformanceUnit("Monitor Value Change")]
    public void With_trigger_StatusValue_an_equal_value_of_another_time_is_not_reported()
    {
        using var rig = Watched(new DataChangeFilter { Trigger = DataChangeTrigger.StatusValue });
        rig.Set(TestNodes.Double, 0);
        rig.Set(TestNodes.Double, 1);
        rig.Set(TestNodes.Double, 1);
        Assert.That(Values(rig), Is.EqualTo(new[] { 1.0 }));
    }

    [Test]
    [ConformanceUnit("Monitor Value Change")]
    public void With_trigger_StatusValueTimestamp_every_new_source_time_is_reported()
    {
        using var rig = Watched(new DataChangeFilter { Trigger = DataChangeTrigger.StatusValueTimestamp });
        rig.Set(TestNodes.Double, 0);
        rig.Set(TestNodes.Double, Variant.From(0.0), sourceTime: 9_999);
        rig.Set(TestNodes.Double, Variant.From(0.0), sourceTime: 9_999);
        Assert.That(Values(rig), Is.EqualTo(new[] { 0.0, 0.0 }));
    }

    [Test]
    [ConformanceUnit("Monitor Items Deadband Filter")]
    public void A_deadband_compares_with_the_last_reported_value()
    {
        using var rig = Watched(Absolute(2));
        foreach (var value in new[] { 1, 2, 2.5, 4.5, 4.6, 3, 2.4 })
            rig.Set(TestNodes.Double, value);
        Assert.That(Values(rig), Is.EqualTo(new[] { 2.5, 4.6, 2.4 }));
    }

    [Test]
    [ConformanceUnit("Monitor Items Deadband Filter")]
    public void A_changed_status_passes_any_deadband()
    {
        using var rig = Watched(Absolute(100));
        rig.SetStatus(TestNodes.Double, StatusCodes.UncertainNoCommunicationLastUsableValue);
        rig.SetStatus(TestNodes.Double, StatusCodes.BadNoCommunication);
        rig.Set(TestNodes.Double, 1);
        var data = rig.Next().Data;
        Assert.That(
            data.Select(d => d.Value.Status.Value),
            Is.EqualTo(new[] { StatusCodes.UncertainNoCommunicationLastUsableValue, StatusCodes.BadNoCommunication, StatusCodes.Good })
        );
        Assert.That(data[1].Value.Value.IsNull, Is.True, "A bad status carries no value.");
    }

    [Test]
    public void Not_a_number_passes_a_deadband_when_its_bits_change()
    {
        using var rig = Watched(Absolute(100));
        rig.Set(TestNodes.Double, double.NaN);
        rig.Set(TestNodes.Double, double.NaN);
        rig.Set(TestNodes.Double, 1);
        rig.Set(TestNodes.Double, double.PositiveInfinity);
        rig.Set(TestNodes.Double, double.PositiveInfinity);
        Assert.That(Values(rig), Is.EqualTo(new[] { double.NaN, 1, double.PositiveInfinity }));
    }

    [Test]
    public void Large_integers_are_compared_exactly()
    {
        using var rig = Watched(Absolute(1), TestNodes.Big);
        rig.Set(TestNodes.Big, new Variant(BuiltInType.UInt64, unchecked((long)ulong.MaxValue)));
        rig.Set(TestNodes.Big, new Variant(BuiltInType.UInt64, unchecked((long)(ulong.MaxValue - 1))));
        rig.Set(TestNodes.Big, new Variant(BuiltInType.UInt64, unchecked((long)(ulong.MaxValue - 2))));
        rig.Set(TestNodes.Big, new Variant(BuiltInType.Int64, long.MinValue));
        rig.Set(TestNodes.Big, new Variant(BuiltInType.Int64, long.MaxValue));
        Assert.That(
            rig.Next().Data.Select(d => (d.Value.Value.Type, (ulong)d.Value.Value.Bits)),
            Is.EqualTo(
                new[]
                {
                    (BuiltInType.UInt64, ulong.MaxValue),
                    (BuiltInType.UInt64, ulong.MaxValue - 2),
                    (BuiltInType.Int64, 1UL << 63),
                    (BuiltInType.Int64, (ulong)long.MaxValue),
                }
            )
        );
    }

    [TestCase(BuiltInType.Int64), TestCase(BuiltInType.UInt64)]
    public void Integers_that_are_one_number_as_a_Double_are_still_one_apart(BuiltInType type)
    {
        const long border = 1L << 53;
        using var rig = Watched(Absolute(0.5), TestNodes.Big);
        foreach (var value in (long[])[border, border + 1, border + 1, border])
            rig.Set(TestNodes.Big, new Variant(type, value));
        Assert.That(rig.Next().Data.Select(d => d.Value.Value.Bits), Is.EqualTo(new[] { border, border + 1, border }));
    }

    [Test]
    [ConformanceUnit("Monitor Items Deadband Filter")]
    public void In_an_array_one_element_beyond_the_deadband_is_enough_and_so_is_another_length()
    {
        using var rig = Watched(Absolute(1), TestNodes.Array);
        double[][] values =
        [
            [1.5, 2.5, 3.5],
            [1, 2, 4.5],
            [1, 2, 4],
            [1, 2],
        ];
        foreach (var value in values)
            rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, value));
        Assert.That(rig.Next().Data.Select(d => d.Value.Value.Reference), Is.EqualTo(new[] { values[1], values[3] }));
    }

    [Test]
    public void Bytes_in_an_array_are_unsigned()
    {
        using var rig = Watched(Absolute(100), TestNodes.Array);
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Byte, new byte[] { 100 }));
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Byte, new byte[] { 200 }));
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Byte, new byte[] { 201 }));
        Assert.That(rig.Next().Data.Select(d => ((byte[])d.Value.Value.Reference!)[0]), Is.EqualTo(new byte[] { 100, 201 }));
    }

    [Test]
    public void Arrays_are_compared_by_content()
    {
        using var rig = Watched(null, TestNodes.Array);
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, new double[] { 1, 2, 3 }));
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, new double[] { 1, 2, 4 }));
        rig.Set(TestNodes.Array, Variant.FromArray(BuiltInType.Double, new double[] { 1, 2, 4 }));
        Assert.That(rig.Next().Data.Select(d => d.Value.Value.Reference), Is.EqualTo(new[] { new double[] { 1, 2, 4 } }));
    }

    [Test]
    [ConformanceUnit("Data Access PercentDeadband")]
    public void A_percent_deadband_is_a_part_of_the_engineering_range()
    {
        using var rig = Watched(Percent(10), TestNodes.Analog); // -50 … 150: 10 % are 20
        foreach (var value in new double[] { 20, 20.5, 40, 41 })
            rig.Set(TestNodes.Analog, value);
        Assert.That(Values(rig), Is.EqualTo(new[] { 20.5, 41 }));
    }

    [TestCase(TestNodes.Analog, 2u, 101, ExpectedResult = StatusCodes.BadDeadbandFilterInvalid)]
    [TestCase(TestNodes.Analog, 2u, -1, ExpectedResult = StatusCodes.BadDeadbandFilterInvalid)]
    [TestCase(TestNodes.Analog, 2u, 100, ExpectedResult = StatusCodes.Good)]
    [TestCase(TestNodes.Double, 2u, 10, ExpectedResult = StatusCodes.BadMonitoredItemFilterUnsupported)]
    [TestCase(TestNodes.Double, 1u, -1, ExpectedResult = StatusCodes.BadDeadbandFilterInvalid)]
    [TestCase(TestNodes.Double, 1u, double.NaN, ExpectedResult = StatusCodes.BadDeadbandFilterInvalid)]
    [TestCase(TestNodes.Double, 3u, 1, ExpectedResult = StatusCodes.BadDeadbandFilterInvalid)]
    [TestCase(TestNodes.Text, 1u, 1, ExpectedResult = StatusCodes.BadFilterNotAllowed)]
    [TestCase(TestNodes.Flag, 1u, 1, ExpectedResult = StatusCodes.BadFilterNotAllowed)]
    [TestCase(TestNodes.Text, 0u, 1, ExpectedResult = StatusCodes.Good)]
    public uint A_deadband_that_cannot_be_is_refused(int node, uint type, double value)
    {
        using var rig = new Rig();
        var filter = new DataChangeFilter
        {
            Trigger = DataChangeTrigger.StatusValue,
            DeadbandType = type,
            DeadbandValue = value,
        };
        return rig.Monitor(rig.Subscribe(), node, filter: filter).StatusCode.Value;
    }

    [Test]
    [ConformanceUnit("Monitor Items Deadband Filter")]
    public void A_filter_that_does_not_belong_is_refused()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var change = new DataChangeFilter { Trigger = DataChangeTrigger.StatusValue };
        var events = new EventFilter { SelectClauses = [Select("Message")], WhereClause = new ContentFilter() };
        uint[] codes =
        [
            rig.Monitor(id, TestNodes.Double, filter: change, attribute: AttributeId.Description).StatusCode.Value,
            rig.Monitor(id, TestNodes.Double, filter: events).StatusCode.Value,
            rig.Monitor(id, TestNodes.Double, filter: new AggregateFilter()).StatusCode.Value,
            rig.Monitor(id, TestNodes.Double, filter: new Range()).StatusCode.Value,
            rig.Monitor(id, TestNodes.Double, filter: new DataChangeFilter { Trigger = (DataChangeTrigger)3 }).StatusCode.Value,
            rig.Monitor(id, TestNodes.Server, attribute: AttributeId.EventNotifier, filter: change).StatusCode.Value,
            rig.Monitor(id, TestNodes.Server, attribute: AttributeId.EventNotifier).StatusCode.Value,
        ];
        Assert.That(
            codes,
            Is.EqualTo(
                new[]
                {
                    StatusCodes.BadFilterNotAllowed,
                    StatusCodes.BadFilterNotAllowed,
                    StatusCodes.BadAggregateNotSupported,
                    StatusCodes.BadMonitoredItemFilterInvalid,
                    StatusCodes.BadMonitoredItemFilterInvalid,
                    StatusCodes.BadFilterNotAllowed,
                    StatusCodes.BadEventFilterInvalid,
                }
            )
        );
    }

    [Test]
    public void A_modified_filter_starts_its_comparison_anew()
    {
        using var rig = new Rig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, TestNodes.Double).MonitoredItemId;
        rig.Next();
        rig.Modify(id, item, filter: Absolute(100));
        rig.Set(TestNodes.Double, 1);
        Assert.That(Values(rig), Is.EqualTo(new[] { 1.0 }));
        rig.Set(TestNodes.Double, 2);
        var request = rig.Publish();
        rig.Cycles(3);
        Assert.That(request.IsKeepAlive, Is.True);
    }

    private static Rig Watched(DataChangeFilter? filter, int node = TestNodes.Double)
    {
        var rig = new Rig();
        Assert.That(rig.Monitor(rig.Subscribe(), node, queueSize: 100, filter: filter).StatusCode.IsGood, Is.True);
        rig.Next();
        return rig;
    }

    private static double[] Values(Rig rig) => [.. rig.Next().Numbers.Select(n => n.Value)];

    private static DataChangeFilter Absolute(double value) =>
        new()
        {
            Trigger = DataChangeTrigger.StatusValue,
            DeadbandType = 1,
            DeadbandValue = value,
        };

    private static DataChangeFilter Percent(double value) =>
        new()
        {
            Trigger = DataChangeTrigger.StatusValue,
            DeadbandType = 2,
            DeadbandValue = value,
        };

    private static SimpleAttributeOperand Select(string name) =>
        new() { BrowsePath = [new QualifiedName(0, name)], AttributeId = (uint)AttributeId.Value };
}
