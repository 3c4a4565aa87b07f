using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>How figures are written: three digits that count, thousands apart.</summary>
internal static class Figure
{
    public static string Show(double? value) =>
        value switch
        {
            null => "–",
            double.NaN => "–",
            0 => "0",
            { } v when Math.Abs(v) >= 100 => Rounded(v).ToString("N0", CultureInfo.InvariantCulture),
            { } v when Math.Abs(v) >= 10 => v.ToString("0.0", CultureInfo.InvariantCulture),
            { } v when Math.Abs(v) >= 0.1 => v.ToString("0.00", CultureInfo.InvariantCulture),
            { } v => v.ToString("0.####", CultureInfo.InvariantCulture),
        };

    // More digits than repeat from run to run would only pretend.
    private static double Rounded(double value)
    {
        var step = Math.Pow(10, Math.Floor(Math.Log10(Math.Abs(value))) - 2);
        return Math.Round(value / step) * step;
    }
}
