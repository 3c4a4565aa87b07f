using System.Text;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Shapes;

namespace S7OpcBridge.Simulator.Tests;

internal sealed class ShapeTests
{
    private static readonly S7CodecOptions Options = new(Encoding.Latin1, TimeZoneInfo.Utc);
    private static readonly DateTime Start = new(2026, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    private static readonly ShapeTarget Number = ShapeTarget.For(new S7DataType(S7TypeKind.LReal));

    private static ShapeMoment At(double seconds) => new(seconds, Start.AddSeconds(seconds).Ticks);

    private static double[] Play(Shape shape, int ticks, double step = 0.1, ShapeTarget? target = null)
    {
        var state = ShapeState.From(42);
        state.Phase = 0;
        var numbers = new double[ticks];
        for (var i = 0; i < ticks; i++)
        {
            var value = shape.At(At(i * step), ref state, target ?? Number);
            numbers[i] = value.Kind is S7ValueKind.Double or S7ValueKind.Duration ? value.AsDouble() : value.Bits;
        }

        return numbers;
    }

    [Test]
    public void A_ramp_climbs_from_low_to_high_and_starts_again() =>
        Assert.That(
            Play(Shape.Ramp(10, 20, TimeSpan.FromSeconds(1)), 8, 0.25),
            Is.EqualTo(new[] { 10, 12.5, 15, 17.5, 10, 12.5, 15, 17.5 }).Within(1e-9)
        );

    [Test]
    public void A_sine_swings_around_the_middle() =>
        Assert.That(Play(Shape.Sine(-10, 30, TimeSpan.FromSeconds(4)), 4, 1), Is.EqualTo(new double[] { 10, 30, 10, -10 }).Within(1e-9));

    [Test]
    public void A_counter_steps_and_wraps() => Assert.That(Play(Shape.Counter(1, 3), 5), Is.EqualTo(new double[] { 1, 2, 3, 1, 2 }));

    [Test]
    public void A_toggle_is_on_for_its_share_of_the_cycle() =>
        Assert.That(Play(Shape.Toggle(TimeSpan.FromSeconds(1), on: 0.25), 8, 0.125), Is.EqualTo(new double[] { 1, 1, 0, 0, 0, 0, 0, 0 }));

    [Test]
    public void A_random_walk_stays_inside_moves_by_a_step_and_is_the_same_in_every_run()
    {
        var walk = Play(Shape.RandomWalk(0, 10, 1), 1000);
        Assert.That(walk, Has.All.InRange(0, 10));
        Assert.That(walk.Zip(walk.Skip(1), (a, b) => Math.Abs(b - a)), Has.All.LessThanOrEqualTo(1));
        Assert.That(walk.Distinct().Count(), Is.GreaterThan(500));
        Assert.That(Play(Shape.RandomWalk(0, 10, 1), 1000), Is.EqualTo(walk));
    }

    [TestCase(S7TypeKind.SInt, -128, 127)]
    [TestCase(S7TypeKind.USInt, 0, 255)]
    [TestCase(S7TypeKind.Int, -32768, 32767)]
    [TestCase(S7TypeKind.UDInt, 0, 4294967295)]
    [TestCase(S7TypeKind.Counter, 0, 999)]
    [TestCase(S7TypeKind.Bcd16, 0, 9999)]
    [TestCase(S7TypeKind.S5Time, 0, 9990000)]
    public void Numbers_stop_at_the_border_of_the_type(S7TypeKind kind, double least, double most)
    {
        var target = ShapeTarget.For(new S7DataType(kind));
        Assert.That(Play(Shape.Counter(-1e12, 1e12, 2e12), 2, target: target), Is.EqualTo(new[] { least, most }));
    }

    [Test]
    public void A_clock_gives_dates_times_of_day_and_seconds()
    {
        var state = ShapeState.From(1);
        S7Value Value(S7TypeKind kind) => Shape.Clock().At(At(0), ref state, ShapeTarget.For(new S7DataType(kind)));
        Assert.That(new DateTime(Value(S7TypeKind.DTL).Bits), Is.EqualTo(Start));
        Assert.That(Value(S7TypeKind.TimeOfDay).AsDouble(), Is.EqualTo(((5 * 60 + 6) * 60 + 7) * 1000));
        Assert.That(Value(S7TypeKind.Int).Bits, Is.EqualTo(7));
    }

    [Test]
    public void Texts_are_shown_one_after_the_other_and_cut_to_their_target()
    {
        var target = ShapeTarget.For(new S7DataType(S7TypeKind.String, 3));
        var shape = Shape.Text(TimeSpan.FromSeconds(1), "Filling", "Off").CutTo(target);
        var state = ShapeState.From(1);
        state.Phase = 0;
        var texts = new[] { 0.0, 0.9, 1.1, 2.1 }.Select(t => (string)shape.At(At(t), ref state, target).Reference!);
        Assert.That(texts, Is.EqualTo(new[] { "Fil", "Fil", "Off", "Fil" }));
    }

    private static IEnumerable<S7DataType> EveryType() =>
        from kind in Enum.GetValues<S7TypeKind>()
        where kind != S7TypeKind.None
        select new S7DataType(kind, kind is S7TypeKind.String or S7TypeKind.WString or S7TypeKind.Chars ? 12 : 0);

    [TestCaseSource(nameof(EveryType))]
    public void Every_type_moves_by_its_default_shape_and_decodes(S7DataType type)
    {
        var memory = new PlcMemory();
        var table = new ShapeTable(memory);
        var area = type.Kind switch
        {
            S7TypeKind.Timer => S7Area.Timers,
            S7TypeKind.Counter => S7Area.Counters,
            _ => S7Area.DataBlock,
        };
        var address = new S7Address(area, (ushort)(area == S7Area.DataBlock ? 5 : 0), 4, (byte)(type.Kind == S7TypeKind.Bool ? 3 : 0));
        table.Add(new ShapedTag(address, type) { Name = "T" }, TimeSpan.FromSeconds(1), Options, At(0), TimeSpan.Zero);
        var codec = S7Codec.Create(type, address.Bit, Options);
        var seen = new HashSet<string>();
        for (var second = 0; second < 40; second++)
        {
            var elapsed = TimeSpan.FromSeconds(second);
            table.Tick(new ShapeMoment(second, Start.AddDays(second).AddSeconds(second).Ticks), elapsed, isRunning: true);
            using var hold = memory.Hold();
            var bytes = (area == S7Area.DataBlock ? hold.Block(5) : hold.Area(area))[(area == S7Area.DataBlock ? 4 : 8)..];
            Assert.That(codec.TryDecode(bytes[..codec.Size], out var value), Is.True);
            seen.Add(value.ToString());
        }

        Assert.That(seen, Has.Count.GreaterThan(1), "it does not move");
    }

    [TestCaseSource(nameof(EveryType))]
    public void Every_type_holds_still_when_it_is_writable(S7DataType type)
    {
        var memory = new PlcMemory();
        var table = new ShapeTable(memory);
        table.Add(
            new ShapedTag(new S7Address(S7Area.DataBlock, 5, 4), type)
            {
                Name = "T",
                Writable = true,
                Low = 0,
                High = 10,
            },
            TimeSpan.FromSeconds(1),
            Options,
            At(0),
            TimeSpan.Zero
        );
        var codec = S7Codec.Create(type, 0, Options);
        using var hold = memory.Hold();
        Assert.That(codec.TryDecode(hold.Block(5)[4..], out _), Is.True);
        hold.Block(5).Fill(0x5A);
        for (var second = 1; second < 20; second++)
            table.Tick(At(second), TimeSpan.FromSeconds(second), isRunning: true);
        Assert.That(hold.Block(5).IndexOfAnyExcept((byte)0x5A), Is.Negative);
    }
}
