using S7OpcBridge.Core.Values;

namespace S7OpcBridge.Core.Tests;

public sealed class DeadbandTests
{
    [Test]
    public void A_change_counts_from_the_value_handed_on_last()
    {
        var band = new TagDeadband(10);
        Assert.That(band.Passes(Values.Int16(100), isQuiet: false), Is.True, "the first value");
        Assert.That(
            new short[] { 105, 109, 91, 110, 119, 101, 100 }.Select(v => band.Passes(Values.Int16(v), isQuiet: true)),
            Is.EqualTo(new[] { false, false, false, true, false, false, true })
        );
    }

    [Test]
    public void A_change_of_quality_passes_whatever_the_value()
    {
        var band = new TagDeadband(10);
        band.Passes(Values.Int16(100), isQuiet: false);
        Assert.That(band.Passes(Values.Int16(101), isQuiet: false), Is.True);
    }

    [Test]
    public void After_a_write_the_next_change_passes_once()
    {
        var band = new TagDeadband(10);
        band.Passes(Values.Int16(100), isQuiet: false);
        band.Open();
        Assert.That(band.Passes(Values.Int16(101), isQuiet: true), Is.True);
        Assert.That(band.Passes(Values.Int16(102), isQuiet: true), Is.False);
    }

    [Test]
    public void What_is_no_number_passes_and_so_does_what_follows_it()
    {
        var band = new TagDeadband(10);
        band.Passes(Values.Single(100), isQuiet: false);
        Assert.That(band.Passes(Values.Single(float.NaN), isQuiet: true), Is.True);
        Assert.That(band.Passes(Values.Single(100), isQuiet: true), Is.True);
    }

    [TestCase(TagValueKind.Int64), TestCase(TagValueKind.UInt64)]
    public void Integers_that_are_one_number_as_a_Double_are_still_one_apart(TagValueKind kind)
    {
        const long border = 1L << 53;
        var band = new TagDeadband(0.5);
        Assert.That(
            new[] { border, border + 1, border + 1, border, border + 2 }.Select(bits =>
                band.Passes(new TagValue(kind, bits), isQuiet: true)
            ),
            Is.EqualTo(new[] { true, true, false, true, true })
        );
        band = new TagDeadband(10);
        band.Passes(new TagValue(kind, border), isQuiet: false);
        band.Open();
        Assert.That(band.Passes(new TagValue(kind, border + 1), isQuiet: true), Is.True, "a client wrote it");
        Assert.That(band.Passes(new TagValue(kind, border + 10), isQuiet: true), Is.False);
        Assert.That(band.Passes(new TagValue(kind, border + 11), isQuiet: true), Is.True);
    }

    [Test]
    public void The_ends_of_64_bits_are_farther_apart_than_anything()
    {
        var band = new TagDeadband(1e18);
        foreach (var bits in new[] { long.MinValue, long.MaxValue, 0, long.MinValue })
            Assert.That(band.Passes(new TagValue(TagValueKind.Int64, bits), isQuiet: true), Is.True);
        band = new TagDeadband(1e18);
        foreach (var bits in new[] { -1L, 0, long.MinValue })
            Assert.That(band.Passes(new TagValue(TagValueKind.UInt64, bits), isQuiet: true), Is.True);
    }

    [Test, CancelAfter(20_000)]
    public async Task Small_changes_never_leave_the_bridge_and_a_write_shows_what_was_written(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("Level", "DB1.DBW0", "Int", new TagDetails { Deadband = 10 }).Tag("Marker", "DB1.DBW2", "Int")
        );
        await plant.UntilGoodAsync(1, token);
        plant.Poke(0, 0x00, 0x09, 0x00, 0x01);
        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 1, token);
        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(1), "9 is less than 10 away from 0");

        plant.Poke(0, 0x00, 0x0A);
        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == 10, token);

        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Int16(12))), Is.EqualTo(new[] { TagWriteResult.Ok }));
        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == 12, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task The_codes_of_a_broken_sensor_are_no_values_where_the_map_asks(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10)
                .Tag("Asked", "DB1.DBW0", "Int", new TagDetails { AnalogFaults = true, Scale = new TagScale(0, 27648, 0, 100) })
                .Tag("Unasked", "DB1.DBW0", "Int")
        );
        await plant.UntilGoodAsync(0, token);

        plant.Poke(0, 0x7F, 0xFF);
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.SensorFailure, token);
        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == short.MaxValue, token);
        Assert.That(plant.Seen.SamplesOf(0)[^1].Value.Kind, Is.EqualTo(TagValueKind.None));

        plant.Poke(0, 0x36, 0x00);
        await plant.UntilGoodAsync(0, token);
        Assert.That(plant.Seen.ValueOf(0), Is.EqualTo(Values.Double(50)));

        plant.Poke(0, 0x80, 0x00);
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.SensorFailure, token);
    }
}
