using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>A reader of a quiet plant, alone in its process, for <see cref="CpuAgainstNodes7"/>.</summary>
internal static class QuietReader
{
    private static readonly TimeSpan Fast = TimeSpan.FromMilliseconds(2);

    /// <summary>Warms up and says so, with the seconds that it took. Then each line of the input asks what so many of the next cycles take.</summary>
    /// <param name="begin">Begins to read at an interval, and counts its cycles.</param>
    /// <param name="period">The interval that is measured.</param>
    public static async Task RunAsync(Func<TimeSpan, CycleWindow, Task<IAsyncDisposable>> begin, TimeSpan period)
    {
        // All sides first read as fast as they can (and we ask for the CPU's state as often as that), so that no compiler runs while the cycles are measured.
        int warm;
        await using (await begin(Fast, new CycleWindow()))
            warm = await QuietCompiler.SecondsAsync();
        var window = new CycleWindow();
        await using var reader = await begin(period, window);
        // The new session has lines of its own that only run hot now.
        warm += await QuietCompiler.SecondsAsync();
        // As the bridge does once its first values are there.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"WARM {warm}"));
        while (await Console.In.ReadLineAsync() is { } line)
            Console.WriteLine(await MeasureAsync(window, int.Parse(line, CultureInfo.InvariantCulture)));
    }

    private static async Task<string> MeasureAsync(CycleWindow window, int cycles)
    {
        // Counting sleeps costs more than many cycles: so it is done outside of what is measured.
        var sleeps = Effort.CountSleeps();
        var cpu = await window.MeasureAsync(cycles);
        sleeps = Effort.CountSleeps() - sleeps;
        return string.Create(
            CultureInfo.InvariantCulture,
            $$"""RESULT {"cycles":{{cycles}},"cpuMs":{{cpu.TotalMilliseconds}},"switches":{{sleeps}}}"""
        );
    }
}
