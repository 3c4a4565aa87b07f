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
    public static Dictionary<string, Budget> Load() =>
        JsonSerializer.Deserialize<Dictionary<string, Budget>>(
            File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "budgets.json")),
            Json
        )!;
}
