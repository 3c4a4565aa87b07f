using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How many pages of memory (4 kB) a process touches in a cycle, code and data: Linux clears their marks of use and shows which are set again. After a sleep
/// each first touch finds nothing in the caches of the processor, nor of the addresses; with one cycle in 100 ms this is most of what a cycle costs.
/// </summary>
internal static class TouchedPages
{
    private const int PageKilobytes = 4, Looks = 12;

    /// <summary>The least of some looks, each of a cycle and a half, so that it holds one whatever its phase; null where the system does not tell.</summary>
    public static async Task<int?> PerCycleAsync(int process, TimeSpan cycle)
    {
        var (marks, maps) = ($"/proc/{process}/clear_refs", $"/proc/{process}/smaps");
        if (!OperatingSystem.IsLinux() || !File.Exists(marks) || !File.Exists(maps))
            return null;
        var least = int.MaxValue;
        for (var look = 0; look < Looks; look++)
        {
            await File.WriteAllTextAsync(marks, "1");
            await Task.Delay(1.5 * cycle);
            least = Math.Min(least, await CountAsync(maps));
        }
        return least;
    }

    private static async Task<int> CountAsync(string maps)
    {
        const string Field = "Referenced:";
        var kilobytes = 0;
        await foreach (var line in File.ReadLinesAsync(maps))
        {
            if (line.StartsWith(Field, StringComparison.Ordinal))
                kilobytes += int.Parse(line.AsSpan(Field.Length).TrimEnd(" kB"), NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture);
        }
        return kilobytes / PageKilobytes;
    }
}
