using System.Runtime.InteropServices;
using S7OpcBridge.Map;
using S7OpcBridge.Planning;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Support;

/// <summary>The files of a report, readable texts all of them, without secrets.</summary>
internal static class SupportFiles
{
    private const int MostMapBytes = 20 * 1024 * 1024,
        MostLogBytes = 1024 * 1024;

    /// <summary>The files by name, in the order of reading.</summary>
    /// <param name="path">The map.</param>
    /// <param name="running">What the running bridge said; null: none runs, or it cannot be asked.</param>
    /// <param name="logFile">A log file whose end is added; null: none.</param>
    public static IReadOnlyList<(string Name, string Text)> Collect(string path, SupportAnswer? running, string? logFile, TimeProvider time)
    {
        var findings = new FindingList();
        var map = MapLoader.Load(path, findings);
        var redaction = new Redaction();
        foreach (var (name, value) in findings.FromEnvironment)
            redaction.Know(value, $"${{{name}}}");
        if (map is not null)
            redaction.Know(map);
        var files = new List<(string Name, string Text)>
        {
            ("versions.txt", Versions(path, running, time)),
            (
                "findings.txt",
                string.Concat(findings.Sorted.Select(finding => finding + "\n")) is { Length: > 0 } all ? all : "The map has no findings.\n"
            ),
        };
        if (map is not null)
            files.Add(("plan.txt", Plan(map)));
        if (running is not null)
        {
            files.Add(("status.json", running.Status));
            files.Add(("metrics.txt", running.Metrics));
            if (running.Cluster is { } cluster)
                files.Add(("cluster.json", cluster));
            files.Add(("log.txt", string.Concat(running.Log.Select(line => line + "\n"))));
        }
        if (logFile is not null)
            files.Add(("log-file.txt", EndOf(logFile)));
        files.AddRange(MapFiles(findings, map));
        files.Insert(0, ("README.txt", ReadMe(files.Select(file => file.Name), running is not null)));
        return [.. files.Select(file => (file.Name, redaction.Redact(file.Text)))];
    }

    private static string Versions(string path, SupportAnswer? running, TimeProvider time) =>
        $"""
            s7opcbridge {ProgramVersion.Text}{(running is null ? "" : $", running: {running.Version}")}
            .NET {Environment.Version}, {RuntimeInformation.RuntimeIdentifier}
            {RuntimeInformation.OSDescription}, {Environment.ProcessorCount} processors, {GC.GetGCMemoryInfo().TotalAvailableMemoryBytes
                >> 20} MB for this process
            container: {Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") ?? "no"}
            service: {(Environment.GetEnvironmentVariable("NOTIFY_SOCKET") is null ? "no" : "yes")}
            map: {Path.GetFullPath(path)}
            written: {time.GetUtcNow():yyyy-MM-ddTHH:mm:ssZ}

            """;

    private static string Plan(BridgeMap map)
    {
        using var text = new StringWriter();
        PlanTables.Write(PlanReport.For(map, pduSize: null, maxItems: null), text);
        return text.ToString();
    }

    // The users file and password files are never opened here; sources of TIA Portal are the plant's program and stay where they are.
    private static IEnumerable<(string Name, string Text)> MapFiles(FindingList findings, BridgeMap? map)
    {
        var users = map?.Server.UsersFile is { } file ? Path.GetFullPath(file) : null;
        var (left, number) = ((long)MostMapBytes, 0);
        foreach (var path in findings.Read.Distinct())
        {
            number++;
            var name = $"map/{number:000}-{Path.GetFileName(path)}";
            var isTable = Path.GetExtension(path).ToLowerInvariant() is ".yaml" or ".yml" or ".csv" or ".tsv";
            if (!isTable || Path.GetFullPath(path) == users || Read(path) is not { } text)
                continue;
            left -= text.Length;
            yield return left >= 0
                ? (name, text)
                : (name, $"The files of this map are larger than {MostMapBytes >> 20} MB together: this one is left out.\n");
        }
    }

    private static string? Read(string path)
    {
        try
        {
            var text = UserFile.ReadText(path, MostMapBytes);
            // Where the map has errors, a users file is not known by its key.
            return text.Contains(PasswordHash.Prefix, StringComparison.Ordinal) && !text.Contains("plcs", StringComparison.Ordinal)
                ? null
                : text;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string EndOf(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        file.Seek(-Math.Min(file.Length, MostLogBytes), SeekOrigin.End);
        using var reader = new StreamReader(file);
        return reader.ReadToEnd();
    }

    private static string ReadMe(IEnumerable<string> names, bool isRunning) =>
        $"""
            A report of S7OpcBridge for whoever helps you. Read every file before you send it.

            Passwords, hashes, private keys, connection strings and values from the environment are left out. Names of PLCs, tags and users,
            addresses and file names are in it, because faults are mostly in them.

            {string.Join('\n', names.Select(name => $"- {name}"))}
            {(
                isRunning
                    ? ""
                    : "\nNo bridge runs with this map, or it runs as another user: status, metrics and log are not in this report.\n"
            )}
            """;
}
