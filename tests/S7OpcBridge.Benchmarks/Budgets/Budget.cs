using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>What a measurement may reach at most: a count or a ratio, never an absolute time, because machines differ.</summary>
/// <param name="Most">The limit.</param>
/// <param name="Unit">Unit of the figure; empty for a ratio.</param>
/// <param name="What">What is measured, in a sentence.</param>
internal sealed record Budget(double Most, string Unit, string What)
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNameCaseInsensitive = true };

    /// <summary>The checked-in budgets.</summary>
    public static IReadOnlyDictionary<string, Budget> All { get; } = Load();

    /// <summary>
    /// Whether the median of so many rounds is already known to be within the limit or above it: then no further ones need to be taken, and the median of
    /// those that were is on the same side.
    /// </summary>
    /// <param name="taken">Figures so far.</param>
    /// <param name="rounds">As many would be taken.</param>
    public bool IsSettled(IReadOnlyCollection<double> taken, int rounds)
    {
        var within = taken.Count(figure => figure <= Most);
        return Math.Max(within, taken.Count - within) > rounds / 2;
    }

    private static Dictionary<string, Budget> Load() =>
        JsonSerializer.Deserialize<Dictionary<string, Budget>>(
            File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "budgets.json")),
            Json
        )!;
}
