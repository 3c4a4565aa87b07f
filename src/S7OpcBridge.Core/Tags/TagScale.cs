namespace S7OpcBridge.Core;

/// <summary>Turns the raw number of the PLC into an engineering value and back: a straight line, or the square root of one, through two points.</summary>
/// <param name="RawLow">Raw number of the first point.</param>
/// <param name="RawHigh">Raw number of the second point; another one than <paramref name="RawLow"/>.</param>
/// <param name="Low">Value at <paramref name="RawLow"/>.</param>
/// <param name="High">Value at <paramref name="RawHigh"/>; another one than <paramref name="Low"/>, and lower where the line falls.</param>
public sealed record TagScale(double RawLow, double RawHigh, double Low, double High)
{
    /// <summary>True: the value grows with the root of the raw number, as a flow does with its differential pressure. Below the first point it stays <see cref="Low"/>.</summary>
    public bool SquareRoot { get; init; }

    /// <summary>True: the value stays between <see cref="Low"/> and <see cref="High"/>, and nothing outside them is written.</summary>
    public bool Clamp { get; init; }

    /// <summary>True: the sign is turned, last of all.</summary>
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
