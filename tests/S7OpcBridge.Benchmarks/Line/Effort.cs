using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>What a process has spent: CPU time, and how often its threads went to sleep and were woken, which repeats even on a busy machine.</summary>
/// <param name="CpuMilliseconds">User and system time of all threads.</param>
/// <param name="Sleeps">Voluntary context switches of all threads; 0 where the system does not tell.</param>
internal readonly record struct Effort(double CpuMilliseconds, double Sleeps)
{
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{CpuMilliseconds * 1000:F0} µs of CPU and {Sleeps:F1} sleeps");

    /// <summary>Voluntary context switches of all threads of this process so far.</summary>
    public static long CountSleeps()
    {
        const string Field = "voluntary_ctxt_switches:";
        if (!OperatingSystem.IsLinux())
            return 0;
        long sleeps = 0;
        foreach (var thread in Directory.EnumerateDirectories("/proc/self/task"))
        {
            try
            {
                foreach (var line in File.ReadLines(Path.Combine(thread, "status")))
                {
                    if (line.StartsWith(Field, StringComparison.Ordinal))
                        sleeps += long.Parse(line.AsSpan(Field.Length), CultureInfo.InvariantCulture);
                }
            }
            catch (IOException)
            {
                // The thread has ended since the folder was listed.
            }
        }
        return sleeps;
    }
}
