namespace S7OpcBridge.Core;

/// <summary>Converts the raw number of the PLC to an engineering value and back: linear, or square root, through two points.</summary>
/// <param name="RawLow">Raw number of the first point.</param>
/// <param name="RawHigh">Raw number of the second point, different from <paramref name="RawLow"/>.</param>
/// <param name="Low">Value at <paramref name="RawLow"/>.</param>
/// <param name="High">Value at <paramref name="RawHigh"/>, different from <paramref name="Low"/>; below it for a falling line.</param>
public sealed record TagScale(double RawLow, double RawHigh, double Low, double High)
{
    /// <summary>
    /// True: the value grows with the square root of the raw number, as a flow does with its differential pressure. Below the first point it stays at <see
    /// cref="Low"/>.
    /// </summary>
    public bool SquareRoot { get; init; }

    /// <summary>True: values are limited to <see cref="Low"/>…<see cref="High"/>, and writes outside them are refused.</summary>
    public bool Clamp { get; init; }

    /// <summary>True: the sign is inverted, as the last step.</summary>
    public bool Negate { get; init; }

    /// <summary>The engineering value of a raw number.</summary>
    public double ToValue(double raw)
    {
        var share = (raw - RawLow) / (RawHigh - RawLow);
        var value = Low + (SquareRoot ? Math.Sqrt(Math.Max(0, share)) : share) * (High - Low);
        if (Clamp)
            value = Math.Clamp(value, Math.Min(Low, High), Math.Max(Low, High));
        return Negate ? 0 - value : value;
    }

    /// <summary>The raw number of an engineering value, not rounded; false: there is none.</summary>
    public bool TryToRaw(double value, out double raw)
    {
        if (Negate)
            value = -value;
        var share = (value - Low) / (High - Low);
        raw = RawLow + (SquareRoot ? share * share : share) * (RawHigh - RawLow);
        return double.IsFinite(raw) && !(SquareRoot && share < 0) && !(Clamp && share is < 0 or > 1);
    }
}
