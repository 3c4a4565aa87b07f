using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Shapes;

namespace S7OpcBridge.Simulator;

/// <summary>
/// A simulated signal. It has no state of its own, so one object serves any number of values; each value starts at another phase. Numbers outside the range of
/// the S7 type are limited to it.
/// </summary>
public abstract class Shape
{
    private protected Shape() { }

    /// <summary>True for a signal that never changes by itself.</summary>
    internal virtual bool IsStill => false;

    /// <summary>Rises from low to high once per cycle, then starts again.</summary>
    public static Shape Ramp(double low, double high, TimeSpan cycle) => new RampShape(low, high, cycle.TotalSeconds);

    /// <summary>A sine between low and high.</summary>
    public static Shape Sine(double low, double high, TimeSpan cycle) => new SineShape(low, high, cycle.TotalSeconds);

    /// <summary>Increases by one step per tick, and returns from high to low.</summary>
    public static Shape Counter(double low, double high, double step = 1) => new CounterShape(low, high, step);

    /// <summary>On for a fraction of each cycle (0 to 1), off for the rest.</summary>
    public static Shape Toggle(TimeSpan cycle, double on = 0.5) => new ToggleShape(cycle.TotalSeconds, on);

    /// <summary>Changes by at most one step per tick, within low and high.</summary>
    public static Shape RandomWalk(double low, double high, double step) => new RandomWalkShape(low, high, step);

    /// <summary>Shows one text after the other for the given time each. For texts; a text longer than its target is truncated.</summary>
    public static Shape Text(TimeSpan each, params string[] texts) => new TextShape(each.TotalSeconds, texts);

    /// <summary>The PLC's clock: a date and time, the milliseconds since midnight for durations, the seconds of the minute for other numbers.</summary>
    public static Shape Clock() => ClockShape.Instance;

    /// <summary>Starts with a number (durations in milliseconds) and then keeps written values.</summary>
    public static Shape Hold(double number = 0) => new HoldShape(number, "");

    /// <summary>Starts with a text and then keeps written values.</summary>
    public static Shape Hold(string text) => new HoldShape(0, text);

    /// <summary>The signal adapted to the target: texts truncated to its length.</summary>
    internal virtual Shape CutTo(ShapeTarget target) => this;

    /// <summary>The value at a time.</summary>
    internal abstract S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target);

    /// <summary>True when the signal can produce values of the target's kind.</summary>
    internal abstract bool Fits(ShapeTarget target);
}

/// <summary>A signal of numbers.</summary>
internal abstract class NumberShape : Shape
{
    internal sealed override S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target) =>
        target.ToValue(Number(moment, ref state));

    internal override bool Fits(ShapeTarget target) => target.IsNumber;

    /// <summary>The number at a time.</summary>
    protected abstract double Number(in ShapeMoment moment, ref ShapeState state);
}
