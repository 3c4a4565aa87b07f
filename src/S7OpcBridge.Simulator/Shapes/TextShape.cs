using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Shapes;

internal sealed class TextShape(double eachSeconds, string[] texts) : Shape
{
    private readonly string[] _texts = texts.Length > 0 ? texts : [""];

    internal override bool Fits(ShapeTarget target) => target.Kind == S7ValueKind.Text;

    internal override Shape CutTo(ShapeTarget target) =>
        Array.TrueForAll(_texts, text => text.Length <= target.Characters)
            ? this
            : new TextShape(eachSeconds, Array.ConvertAll(_texts, text => text[..Math.Min(text.Length, target.Characters)]));

    internal override S7Value At(in ShapeMoment moment, ref ShapeState state, ShapeTarget target) =>
        S7Value.From(_texts[(int)(_texts.Length * moment.PhaseOf(eachSeconds * _texts.Length, state.Phase))]);
}
