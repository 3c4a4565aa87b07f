using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>CPU time of the processes that this one started and that have ended.</summary>
internal static class ChildrenCpu
{
    /// <summary>User and system time; null where the system does not tell.</summary>
    public static TimeSpan? SoFar
    {
        get
        {
            const double TicksPerSecond = 100;
            if (!OperatingSystem.IsLinux())
                return null;
            // As in ProcessCpu; cutime is field 16, cstime 17.
            var stat = File.ReadAllText("/proc/self/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return TimeSpan.FromSeconds(
                (double.Parse(fields[13], CultureInfo.InvariantCulture) + double.Parse(fields[14], CultureInfo.InvariantCulture))
                    / TicksPerSecond
            );
        }
    }
}
