using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>What a cycle took in one window of <see cref="CpuAgainstNodes7"/>.</summary>
internal readonly record struct QuietWindow(Effort Ours, Effort Nodes7);

/// <summary>All windows: a ratio of each, and the middle of them.</summary>
internal sealed class QuietFigures
{
    private readonly List<QuietWindow> _windows = [];

    public int Count => _windows.Count;

    public Quartiles AgainstNodes7 => Of(static window => window.Ours.CpuMilliseconds / window.Nodes7.CpuMilliseconds);

    /// <summary>Whether further windows cannot change the verdict.</summary>
    public bool AreSettled(Budget budget, int windows) =>
        budget.IsSettled([.. _windows.Select(static window => window.Ours.CpuMilliseconds / window.Nodes7.CpuMilliseconds)], windows);

    public void Add(in QuietWindow window) => _windows.Add(window);

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"per cycle, medians of {_windows.Count} windows: ours {Middle(static window => window.Ours)}; nodes7 {Middle(static window => window.Nodes7)}. "
                + $"Ours is {AgainstNodes7.Median:0.000} ({AgainstNodes7.Lower:0.000} to {AgainstNodes7.Upper:0.000}) of nodes7's"
        );

    private Effort? Middle(Func<QuietWindow, Effort> who)
    {
        var (cpu, sleeps) = (Of(window => who(window).CpuMilliseconds).Median, Of(window => who(window).Sleeps).Median);
        return cpu is null || sleeps is null ? null : new Effort(cpu.Value, sleeps.Value);
    }

    private Quartiles Of(Func<QuietWindow, double?> figure) => Quartiles.Of(_windows.Select(figure));
}
