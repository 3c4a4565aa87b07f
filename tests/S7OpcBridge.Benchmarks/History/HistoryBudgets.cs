namespace S7OpcBridge.Benchmarks;

/// <summary>Figures of the store of history with limits: a plant of 5,000 tags, ten million values.</summary>
internal static class HistoryBudgets
{
    private const int Tags = 5000,
        Seconds = 2000,
        Reads = 200;
    private static readonly SharedRun<(double Cpu, double Bytes, double LastHour, double Reopen)> Figures = new(MeasureAsync);

    /// <summary>CPU seconds of all threads per million values.</summary>
    public static async Task<double?> CpuAsync() => (await Figures.ForAsync()).Cpu;

    /// <summary>Bytes on the disk per value.</summary>
    public static async Task<double?> BytesAsync() => (await Figures.ForAsync()).Bytes;

    /// <summary>99th percentile of the time to read a tag's last hour, in milliseconds.</summary>
    public static async Task<double?> LastHourAsync() => (await Figures.ForAsync()).LastHour;

    /// <summary>Seconds to open the store with its journal.</summary>
    public static async Task<double?> ReopenAsync() => (await Figures.ForAsync()).Reopen;

    private static async Task<(double Cpu, double Bytes, double LastHour, double Reopen)> MeasureAsync()
    {
        await using var run = await HistoryRun.StartAsync(Tags);
        await run.FillAsync(Seconds);
        var reads = await run.LastHourAsync(Reads);
        return (run.CpuPerMillion, run.BytesPerValue, reads[Reads * 99 / 100], await run.ReopenAsync());
    }
}
