namespace S7OpcBridge.Simulator.Shapes;

internal sealed class RampShape(double low, double high, double cycleSeconds) : NumberShape
{
    protected override double Number(in ShapeMoment moment, ref ShapeState state) =>
        low + (high - low) * moment.PhaseOf(cycleSeconds, state.Phase);
}

internal sealed class SineShape(double low, double high, double cycleSeconds) : NumberShape
{
    protected override double Number(in ShapeMoment moment, ref ShapeState state) =>
        (low + high) / 2 + (high - low) / 2 * Math.Sin(2 * Math.PI * moment.PhaseOf(cycleSeconds, state.Phase));
}

internal sealed class ToggleShape(double cycleSeconds, double on) : NumberShape
{
    protected override double Number(in ShapeMoment moment, ref ShapeState state) => moment.PhaseOf(cycleSeconds, state.Phase) < on ? 1 : 0;
}

internal sealed class CounterShape(double low, double high, double step) : NumberShape
{
    protected override double Number(in ShapeMoment moment, ref ShapeState state)
    {
        var next = double.IsNaN(state.Value) ? low : state.Value + step;
        return state.Value = next > high || next < low ? (step < 0 ? high : low) : next;
    }
}

internal sealed class RandomWalkShape(double low, double high, double step) : NumberShape
{
    protected override double Number(in ShapeMoment moment, ref ShapeState state)
    {
        if (double.IsNaN(state.Value))
            return state.Value = low + (high - low) * state.Phase;
        return state.Value = Math.Clamp(state.Value + step * (2 * state.NextUnit() - 1), low, high);
    }
}
