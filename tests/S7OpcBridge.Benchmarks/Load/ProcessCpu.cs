using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>The CPU time of another process.</summary>
internal static class ProcessCpu
{
    private const double TicksPerSecond = 100; // USER_HZ, the same on every Linux

    /// <summary>User and system time of all threads so far; null where the system does not tell.</summary>
    public static TimeSpan? Of(int? process) => PartsOf(process) is var (user, system) ? user + system : null;

    /// <summary>User and system time on their own.</summary>
    public static (TimeSpan User, TimeSpan System)? PartsOf(int? process)
    {
        if (process is null || !OperatingSystem.IsLinux())
            return null;
        // The name may hold blanks; behind its bracket the fields are counted from 3: utime is 14, stime 15.
        var stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/stat"));
        var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return (Ticks(fields[11]), Ticks(fields[12]));
    }

    private static TimeSpan Ticks(string field) => TimeSpan.FromSeconds(double.Parse(field, CultureInfo.InvariantCulture) / TicksPerSecond);
}
