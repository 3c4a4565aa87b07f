using System.Text;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Shapes;

namespace S7OpcBridge.Simulator.Tests;

internal sealed class ShapeTableTests
{
    private static readonly S7CodecOptions Options = new(Encoding.Latin1, TimeZoneInfo.Utc);
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly PlcMemory _memory = new();
    private ShapeTable _table = null!;

    [SetUp]
    public void NewTable()
    {
        _table = new ShapeTable(_memory);
        for (var db = 1; db < 10; db++)
            _memory.DeleteBlock(db);
    }

    private void Add(S7Address address, S7DataType type, Shape shape, TimeSpan? period = null) =>
        _table.Add(new ShapedTag(address, type) { Name = "T", Shape = shape }, period ?? Second, Options, default, TimeSpan.Zero);

    private TimeSpan Tick(double seconds, bool isRunning = true) =>
        _table.Tick(new ShapeMoment(seconds, 0), TimeSpan.FromSeconds(seconds), isRunning);

    private string Block(int db)
    {
        using var hold = _memory.Hold();
        return RawCaller.Hex(hold.Block(db));
    }

    [Test]
    public void The_block_grows_as_far_as_the_tag_needs()
    {
        Add(new S7Address(S7Area.DataBlock, 3, 6), new S7DataType(S7TypeKind.Int), Shape.Counter(0x0102, 0x0200));
        Assert.That(Block(3), Is.EqualTo("00 00 00 00 00 00 01 02"));
        Tick(1);
        Assert.That(Block(3), Is.EqualTo("00 00 00 00 00 00 01 03"));
    }

    [Test]
    public void A_bit_moves_without_its_neighbours()
    {
        _memory.AddBlock(1, 1);
        using (var hold = _memory.Hold())
            hold.Block(1)[0] = 0xF0;
        Add(new S7Address(S7Area.DataBlock, 1, 0, 2), new S7DataType(S7TypeKind.Bool), Shape.Counter(0, 1));
        Assert.That(Block(1), Is.EqualTo("F0"));
        Tick(1);
        Assert.That(Block(1), Is.EqualTo("F4"));
        Tick(2);
        Assert.That(Block(1), Is.EqualTo("F0"));
    }

    [Test]
    public void Each_element_of_an_array_moves_on_its_own()
    {
        Add(new S7Address(S7Area.DataBlock, 1, 0), new S7DataType(S7TypeKind.Real, 0, -1, 4), Shape.Ramp(0, 1, TimeSpan.FromSeconds(60)));
        var bytes = RawCaller.Bytes(Block(1));
        Assert.That(bytes, Has.Length.EqualTo(16));
        Assert.That(Enumerable.Range(0, 4).Select(i => BitConverter.ToString(bytes, i * 4, 4)).Distinct().Count(), Is.EqualTo(4));
    }

    [Test]
    public void An_array_of_Bool_may_start_at_any_bit()
    {
        Add(new S7Address(S7Area.DataBlock, 1, 0, 6), new S7DataType(S7TypeKind.Bool, 0, 0, 4), Shape.Counter(1, 1));
        Assert.That(Block(1), Is.EqualTo("C0 03"));
    }

    [Test]
    public void Strings_get_their_capacity_and_keep_it()
    {
        Add(new S7Address(S7Area.DataBlock, 1, 0), new S7DataType(S7TypeKind.String, 4), Shape.Hold("Stopped"));
        Add(new S7Address(S7Area.DataBlock, 2, 0), new S7DataType(S7TypeKind.WString, 2), Shape.Hold("Hi"));
        Assert.That(Block(1), Is.EqualTo("04 04 53 74 6F 70"));
        Assert.That(Block(2), Is.EqualTo("00 02 00 02 00 48 00 69"));
    }

    [Test]
    public void Periods_are_kept_and_late_ticks_are_skipped_not_queued()
    {
        Add(
            new S7Address(S7Area.DataBlock, 1, 0),
            new S7DataType(S7TypeKind.Int),
            Shape.Counter(0, 100),
            period: TimeSpan.FromMilliseconds(500)
        );
        Add(new S7Address(S7Area.DataBlock, 1, 2), new S7DataType(S7TypeKind.Int), Shape.Counter(0, 100), period: TimeSpan.FromSeconds(2));
        Assert.That(Tick(0.5), Is.EqualTo(TimeSpan.FromSeconds(1)));
        Assert.That(Block(1), Is.EqualTo("00 01 00 00"));
        Assert.That(Tick(7.1), Is.EqualTo(TimeSpan.FromSeconds(7.5)));
        Assert.That(Block(1), Is.EqualTo("00 02 00 01"));
        Tick(7.5);
        Assert.That(Block(1), Is.EqualTo("00 03 00 01"));
        Tick(8);
        Assert.That(Block(1), Is.EqualTo("00 04 00 02"));
    }

    [Test]
    public void Values_stand_still_in_STOP()
    {
        Add(new S7Address(S7Area.DataBlock, 1, 0), new S7DataType(S7TypeKind.Int), Shape.Counter(0, 100));
        Tick(1, isRunning: false);
        Assert.That(Block(1), Is.EqualTo("00 00"));
        Tick(2);
        Assert.That(Block(1), Is.EqualTo("00 01"));
    }

    [Test]
    public void A_block_that_a_download_made_too_short_is_left_alone()
    {
        Add(new S7Address(S7Area.DataBlock, 1, 4), new S7DataType(S7TypeKind.DInt), Shape.Counter(0, 100));
        _memory.DownloadBlock(1, 6);
        Tick(1);
        Assert.That(Block(1), Is.EqualTo("00 00 00 00 00 00"));
        _memory.DownloadBlock(1, 8);
        Tick(2);
        Assert.That(Block(1), Is.EqualTo("00 00 00 00 00 00 00 01"));
    }

    [Test]
    public void Timers_and_counters_are_placed_by_number()
    {
        Add(new S7Address(S7Area.Counters, 0, 5), new S7DataType(S7TypeKind.Counter), Shape.Hold(123));
        using var hold = _memory.Hold();
        Assert.That(RawCaller.Hex(hold.Area(S7Area.Counters).Slice(10, 2)), Is.EqualTo("01 23"));
    }

    [Test]
    public void A_shape_that_cannot_give_the_type_is_refused_in_a_sentence()
    {
        var error = Assert.Throws<SoftPlcException>(() =>
            Add(new S7Address(S7Area.DataBlock, 1, 0), new S7DataType(S7TypeKind.DTL), Shape.Sine(0, 1, Second))
        )!;
        Assert.That(error.Message, Does.StartWith("T is a DTL, for which its signal has no values"));
    }

    [Test]
    public void A_demo_looks_like_a_plant_and_the_same_in_every_run()
    {
        Shape For(string name, S7TypeKind kind, bool writable = false) =>
            PlantShapes.For(
                new ShapedTag(default, new S7DataType(kind))
                {
                    Name = name,
                    Writable = writable,
                    Low = 0,
                    High = 50,
                },
                ShapeTarget.For(new S7DataType(kind)),
                PlantShapes.SeedOf(name)
            );
        Assert.That(For("Motor/Fault", S7TypeKind.Bool), Is.TypeOf<ToggleShape>());
        Assert.That(For("Parts/Total", S7TypeKind.DInt), Is.TypeOf<CounterShape>());
        Assert.That(For("Tank/Level", S7TypeKind.Real), Is.TypeOf<SineShape>());
        Assert.That(For("Motor/Setpoint", S7TypeKind.Real, writable: true), Is.TypeOf<HoldShape>());
        Assert.That(For("Started", S7TypeKind.DateAndTime), Is.TypeOf<ClockShape>());
        Assert.That(PlantShapes.SeedOf("a"), Is.EqualTo(0xE40C292C), "FNV-1a");
    }
}
