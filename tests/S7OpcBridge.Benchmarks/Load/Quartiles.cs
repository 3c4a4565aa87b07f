namespace S7OpcBridge.Benchmarks;

/// <summary>How far figures of the same thing lie apart.</summary>
internal readonly record struct Quartiles(double? Least, double? Lower, double? Median, double? Upper, double? Most)
{
    /// <summary>Of those that are there; of none of them nothing.</summary>
    public static Quartiles Of(IEnumerable<double?> figures) => Of(figures.OfType<double>());

    /// <summary>The same.</summary>
    public static Quartiles Of(IEnumerable<double> figures)
    {
        var sorted = figures.Order().ToArray();
        return sorted.Length == 0
            ? default
            : new Quartiles(sorted[0], sorted[sorted.Length / 4], sorted[sorted.Length / 2], sorted[sorted.Length * 3 / 4], sorted[^1]);
    }
}
