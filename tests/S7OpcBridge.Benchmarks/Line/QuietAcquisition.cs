using System.Globalization;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Our side of <see cref="CpuAgainstNodes7"/>: the acquisition of a map of tags that hold still, alone in its process.
/// </summary>
internal static class QuietAcquisition
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    /// <summary>Warms up and says so, with the seconds that it took. Then each line of the input asks what so many of the next cycles take.</summary>
    public static async Task RunAsync(string mapPath)
    {
        var map = QuietPlant.Load(mapPath).Tags;
        // Both sides first read as fast as they can (and we ask for the CPU's state as often as that), so that no compiler runs while the cycles are measured.
        int warm;
        await using (Begin(map, TimeSpan.FromMilliseconds(2)))
            warm = await QuietCompiler.SecondsAsync();
        var window = new Window();
        await using var acquisition = Begin(map, Period, window);
        // The new session has lines of its own that only run hot now.
        warm += await QuietCompiler.SecondsAsync();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"WARM {warm}"));
        while (await Console.In.ReadLineAsync() is { } line)
            Console.WriteLine(await MeasureAsync(window, int.Parse(line, CultureInfo.InvariantCulture)));
    }

    private static async Task<string> MeasureAsync(Window window, int cycles)
    {
        // Counting sleeps costs more than many cycles: so it is done outside of what is measured.
        var sleeps = Effort.CountSleeps();
        var cpu = await window.MeasureAsync(cycles);
        sleeps = Effort.CountSleeps() - sleeps;
        return string.Create(
            CultureInfo.InvariantCulture, $$"""RESULT {"cycles":{{cycles}},"cpuMs":{{cpu.TotalMilliseconds}},"switches":{{sleeps}}}""");
    }

    private static Acquisition Begin(TagMap map, TimeSpan interval, Window? window = null)
    {
        var acquisition = new Acquisition(
            new TagMap
            {
                Plcs = [.. map.Plcs.Select(plc => plc with { CpuStateEvery = 20 * interval })],
                Tags = map.Tags,
                ScanGroups = [.. map.ScanGroups.Select(group => group with { Interval = interval })],
            },
            TimeProvider.System, NullLoggerFactory.Instance);
        acquisition.Start();
        _ = DrainAsync(acquisition, window);
        return acquisition;
    }

    private static async Task DrainAsync(Acquisition acquisition, Window? window)
    {
        while (await acquisition.Batches.WaitToReadAsync())
        {
            while (acquisition.Batches.TryRead(out var batch))
            {
                batch.Return();
                window?.Count();
            }
        }
    }

    /// <summary>The CPU time of some cycles, taken where they end, so that no timer or thread of the measurement is in it.</summary>
    private sealed class Window
    {
        private TaskCompletionSource<TimeSpan> _measured = new();
        private TimeSpan _before;
        private int _wanted;
        private int _left;

        public Task<TimeSpan> MeasureAsync(int cycles)
        {
            _measured = new TaskCompletionSource<TimeSpan>(TaskCreationOptions.RunContinuationsAsynchronously);
            Volatile.Write(ref _wanted, cycles);
            return _measured.Task;
        }

        public void Count()
        {
            if (_left == 0 && (_left = Interlocked.Exchange(ref _wanted, 0)) > 0)
                _before = Environment.CpuUsage.TotalTime;
            else if (_left > 0 && --_left == 0)
                _measured.SetResult(Environment.CpuUsage.TotalTime - _before);
        }
    }
}
