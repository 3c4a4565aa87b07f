using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>
/// How a value moves. A shape has no state of its own, so one shape serves any number of values; each value starts somewhere else in the cycle.
/// Numbers beyond what the S7 type holds stop at its border.
/// </summary>
public abstract class Shape
{
    private protected Shape()
    {
    }

    /// <summary>True for a shape that never moves by itself.</summary>
    internal virtual bool IsStill => false;

    /// <summary>From low to high once per cycle, then from low again.</summary>
    public static Shape Ramp(double low, double high, TimeSpan cycle) => new RampShape(low, high, cycle.TotalSeconds);

    /// <summary>A sine between low and high.</summary>
    public static Shape Sine(double low, double high, TimeSpan cycle) => new SineShape(low, high, cycle.TotalSeconds);

    /// <summary>One step further with each tick, and from high back to low.</summary>
    public static Shape Counter(double low, double high, double step = 1) => new CounterShape(low, high, step);

    /// <summary>On for a share of each cycle (0 to 1), off for the rest.</summary>
    public static Shape Toggle(TimeSpan cycle, double on = 0.5) => new ToggleShape(cycle.TotalSeconds, on);

    /// <summary>At most one step up or down with each tick, never beyond low and high.</summary>
    public static Shape RandomWalk(double low, double high, double step) => new RandomWalkShape(low, high, step);

    /// <summary>One text after the other, each shown for the given time. For texts; a text longer than its target is cut.</summary>
    public static Shape Text(TimeSpan each, params string[] texts) => new TextShape(each.TotalSeconds, texts);

    /// <summary>The PLC's clock: a date and time, the milliseconds since midnight for durations, the seconds of the minute for other numbers.</summary>
    public static Shape Clock() => ClockShape.Instance;

    /// <summary>Starts with a number (durations in milliseconds) and then holds what is written.</summary>
    public static Shape Hold(double number = 0) => new HoldShape(number, "");

    /// <summary>Starts with a text and then holds what is written.</summary>
    public static Shape Hold(string text) => new HoldShape(0, text);

    /// <summary>
    /// Reads a shape as people write it: <c>ramp 0..100 10s</c>, <c>sine 0..100 20s</c>, <c>counter 0..999 step 5</c>, <c>toggle 10s 20%</c>, <c>walk 0..100 step 0.5</c>,
    /// <c>text 5s Idle|Running</c>, <c>clock</c>, <c>hold 12.5</c>. Whatever follows the first word may be left out.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="low">Low end where the text names no range.</param>
    /// <param name="high">High end where the text names no range.</param>
    /// <param name="shape">The shape when true.</param>
    /// <param name="error">What is wrong and what to do when false.</param>
    public static bool TryParse(string text, double low, double high, out Shape shape, out string error) => ShapeText.TryParse(text, low, high, out shape, out error);

    /// <summary>The shape as the target can hold it: texts cut to its length.</summary>
    internal virtual Shape CutTo(ShapeTarget target) => this;

    /// <summary>The value at a moment.</summary>
    internal abstract S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target);

    /// <summary>True when the shape can give values of the target's kind.</summary>
    internal abstract bool Fits(ShapeTarget target);
}

/// <summary>A shape that gives numbers.</summary>
internal abstract class NumberShape : Shape
{
    internal sealed override S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target) => target.Of(Number(moment, ref state));

    internal override bool Fits(ShapeTarget target) => target.IsNumber;

    /// <summary>The number at a moment.</summary>
    protected abstract double Number(in ShapeMoment moment, ref ShapeState state);
}
