namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Base of all durations: a Double in milliseconds.</summary>
internal abstract class DurationCodec(S7DataType type) : ScalarCodec<double>(type)
{
    protected sealed override S7Value Wrap(double value) => S7Value.FromDuration(value);

    protected sealed override bool TryUnwrap(in S7Value value, out double raw)
    {
        raw = BitConverter.Int64BitsToDouble(value.Bits);
        return double.IsFinite(raw);
    }
}
