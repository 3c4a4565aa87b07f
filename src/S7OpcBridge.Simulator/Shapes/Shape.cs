using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Shapes;

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
