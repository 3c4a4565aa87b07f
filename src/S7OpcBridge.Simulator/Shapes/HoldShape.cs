using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>Sets the first value only; afterwards the memory keeps written values.</summary>
internal sealed class HoldShape(double number, string text) : Shape
{
    internal override bool IsStill => true;

    internal override bool Fits(ShapeTarget target) => target.Kind != S7ValueKind.None;

    internal override Shape CutTo(ShapeTarget target) =>
        text.Length <= target.Characters ? this : new HoldShape(number, text[..target.Characters]);

    internal override S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target) =>
        target.Kind switch
        {
            S7ValueKind.Text => S7Value.From(text),
            S7ValueKind.DateTime => S7Value.FromDateTime(moment.UtcTicks),
            _ => target.ToValue(number),
        };
}
