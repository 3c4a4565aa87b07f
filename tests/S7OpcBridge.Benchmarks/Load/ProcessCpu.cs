using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>The CPU time of another process.</summary>
internal static class ProcessCpu
{
    private const double TicksPerSecond = 100; // USER_HZ, the same on every Linux

    /// <summary>User and system time of all threads so far; null where the system does not tell.</summary>
    public static TimeSpan? Of(int? process)
    {
        if (process is null || !OperatingSystem.IsLinux())
            return null;
        // The name may hold blanks; behind its bracket the fields are counted from 3: utime is 14, stime 15.
        var stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/stat"));
        var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return TimeSpan.FromSeconds(
            (double.Parse(fields[11], CultureInfo.InvariantCulture) + double.Parse(fields[12], CultureInfo.InvariantCulture)) / TicksPerSecond
        );
    }
}
