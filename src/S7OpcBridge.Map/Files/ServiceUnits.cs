namespace S7OpcBridge.Map.Files;

/// <summary>Finds in the units of systemd which service runs a map, as the service does not tell commands its environment.</summary>
internal static class ServiceUnits
{
    private const string Pattern = "s7opcbridge*.service",
        States = "/var/lib/";

    /// <summary>The folders with units, the first one that has a unit counts (systemd.unit(5)).</summary>
    public static readonly IReadOnlyList<string> Folders = OperatingSystem.IsLinux()
        ? ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
        : [];

    /// <summary>The state folder of the service that runs a map; null: there is no such service, or its unit cannot be read.</summary>
    /// <param name="map">Full path of the map.</param>
    /// <param name="folders">The folders with units.</param>
    public static string? StateOf(string map, IReadOnlyList<string> folders)
    {
        try
        {
            return
                folders
                    .Where(Directory.Exists)
                    .SelectMany(folder => Directory.EnumerateFiles(folder, Pattern).Order(StringComparer.Ordinal))
                    .Select(unit => UserFile.ReadText(unit, UserFile.MaxSmall).Split('\n'))
                    .Where(lines => ValuesOf(lines, "ExecStart=").Any(command => WordsOf(command).Contains(map)))
                    .Select(lines => ValuesOf(lines, "StateDirectory=").SelectMany(WordsOf).FirstOrDefault())
                    .FirstOrDefault(name => name is not null)
                    is { } found
                ? States + found
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static IEnumerable<string> ValuesOf(string[] lines, string key) =>
        lines.Where(line => line.StartsWith(key, StringComparison.Ordinal)).Select(line => line[key.Length..].Trim());

    // systemd.service(5), "Command lines": a word with blanks is quoted; % and $ are doubled.
    private static IEnumerable<string> WordsOf(string command) =>
        command
            .Split('"')
            .SelectMany((part, index) => index % 2 == 1 ? [part] : part.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Select(word => word.Replace("%%", "%").Replace("$$", "$"));
}
