using System.Globalization;

namespace S7OpcBridge.Startup;

/// <summary>File handles that the system grants to this process.</summary>
internal static class ProcessHandles
{
    /// <summary>Number of file handles granted to this process; null where unknown.</summary>
    public static int? Granted()
    {
        const string line = "Max open files";
        try
        {
            foreach (var limit in File.ReadLines("/proc/self/limits"))
            {
                // Columns: name, soft limit, hard limit, unit. The soft limit applies; "unlimited" is not a number.
                if (
                    limit.StartsWith(line, StringComparison.Ordinal)
                    && int.TryParse(
                        limit[line.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0],
                        NumberStyles.None,
                        CultureInfo.InvariantCulture,
                        out var handles
                    )
                )
                    return handles;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Not Linux.
        }
        return null;
    }
}
