using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>What a cycle took in one window of <see cref="CpuAgainstNodes7"/>; the C program is null without a compiler.</summary>
internal readonly record struct QuietWindow(Effort Ours, Effort Nodes7, Effort? Bare, Effort Sketch);

/// <summary>All windows: a ratio of each, and the middle of them.</summary>
internal sealed class QuietFigures
{
    private readonly List<QuietWindow> _windows = [];

    public Quartiles AgainstNodes7 => Of(static window => window.Ours.CpuMilliseconds / window.Nodes7.CpuMilliseconds);

    public Quartiles AgainstBare => Of(static window => window.Ours.CpuMilliseconds / window.Bare?.CpuMilliseconds);

    public Quartiles AgainstSketch => Of(static window => window.Ours.CpuMilliseconds / window.Sketch.CpuMilliseconds);

    /// <summary>What the sketch of the design takes of nodes7's: the least that ours can.</summary>
    public Quartiles SketchAgainstNodes7 => Of(static window => window.Sketch.CpuMilliseconds / window.Nodes7.CpuMilliseconds);

    public void Add(in QuietWindow window) => _windows.Add(window);

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"per cycle, medians of {_windows.Count} windows: ours {Middle(static window => window.Ours)}; "
                + $"nodes7 {Middle(static window => window.Nodes7)}; "
                + $"a bare C program with our requests {Middle(static window => window.Bare)}; "
                + $"the sketch of the design {Middle(static window => window.Sketch)}. "
                + $"Ours is {Show(AgainstNodes7)} of nodes7's, {Show(AgainstBare)} times the C program's and {Show(AgainstSketch)} times the sketch's, "
                + $"which is {Show(SketchAgainstNodes7)} of nodes7's");

    private static string Show(Quartiles ratio) =>
        string.Create(CultureInfo.InvariantCulture, $"{ratio.Median:0.000} ({ratio.Lower:0.000} to {ratio.Upper:0.000})");

    private Effort? Middle(Func<QuietWindow, Effort?> who)
    {
        var (cpu, sleeps) = (Of(window => who(window)?.CpuMilliseconds).Median, Of(window => who(window)?.Sleeps).Median);
        return cpu is null || sleeps is null ? null : new Effort(cpu.Value, sleeps.Value);
    }

    private Quartiles Of(Func<QuietWindow, double?> figure) => Quartiles.Of(_windows.Select(figure));
}
