using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests;

internal sealed class ShapeTextTests
{
    /// <summary>The first values at 0, 1, 2 and 3 seconds for a value that starts at the beginning of its cycle.</summary>
    private static string Play(string text, S7TypeKind kind)
    {
        Assert.That(Shape.TryParse(text, 0, 40, out var shape, out var error), Is.True, error);
        var target = ShapeTarget.For(new S7DataType(kind, 20));
        var state = ShapeState.From(1);
        state.Phase = 0;
        return string.Join(' ', Enumerable.Range(0, 4).Select(second => shape.At(new ShapeMoment(second, 0), ref state, target)));
    }

    [TestCase("ramp", S7TypeKind.Int, "0 2 4 6")]
    [TestCase("ramp 10..20 5s", S7TypeKind.Int, "10 12 14 16")]
    [TestCase("RAMP 4s -4..4", S7TypeKind.Int, "-4 -2 0 2")]
    [TestCase("sine 4s", S7TypeKind.Int, "20 40 20 0")]
    [TestCase("counter", S7TypeKind.Int, "0 1 2 3")]
    [TestCase("counter 5..9 step 3", S7TypeKind.Int, "5 8 5 8")]
    [TestCase("toggle 4s 25%", S7TypeKind.Bool, "true false false false")]
    [TestCase("text 1s On hold|Go", S7TypeKind.String, "On hold Go On hold Go")]
    [TestCase("hold 12.5", S7TypeKind.LReal, "12.5 12.5 12.5 12.5")]
    [TestCase("hold Stand by", S7TypeKind.String, "Stand by Stand by Stand by Stand by")]
    [TestCase("clock", S7TypeKind.Int, "0 0 0 0")]
    [TestCase("walk 5..5", S7TypeKind.Int, "5 5 5 5")]
    public void Shapes_are_read_as_people_write_them(string text, S7TypeKind kind, string values) => Assert.That(Play(text, kind), Is.EqualTo(values));

    [TestCase("zigzag", "'zigzag' is no shape; use one of ramp, sine, counter, toggle, walk, text, clock, hold")]
    [TestCase("", "'' is no shape; use one of ramp, sine, counter, toggle, walk, text, clock, hold")]
    [TestCase("ramp 9..3", "'9..3' means nothing in a ramp; write a range (0..100), a time (10s), 'step 5' or a share (20%)")]
    [TestCase("sine 10", "'10' means nothing in a sine; write a range (0..100), a time (10s), 'step 5' or a share (20%)")]
    public void What_is_no_shape_is_told_in_a_sentence(string text, string error)
    {
        Assert.That(Shape.TryParse(text, 0, 1, out _, out var told), Is.False);
        Assert.That(told, Is.EqualTo(error));
    }
}
