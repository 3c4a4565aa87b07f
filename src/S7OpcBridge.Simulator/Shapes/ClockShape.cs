using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Shapes;

internal sealed class ClockShape : Shape
{
    public static ClockShape Instance { get; } = new();

    internal override bool Fits(ShapeTarget target) => target.Kind is not (S7ValueKind.Text or S7ValueKind.None);

    internal override S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target) =>
        target.Kind switch
        {
            S7ValueKind.DateTime => S7Value.FromDateTime(moment.UtcTicks),
            S7ValueKind.Duration => target.ToValue(moment.UtcTicks % TimeSpan.TicksPerDay / TimeSpan.TicksPerMillisecond),
            _ => target.ToValue(moment.UtcTicks / TimeSpan.TicksPerSecond % 60),
        };
}
