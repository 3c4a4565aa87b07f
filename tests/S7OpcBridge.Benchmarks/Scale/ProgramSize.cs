using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>How many bytes the program brings along, beside .NET itself.</summary>
internal static class ProgramSize
{
    private const string Machine = "linux-x64";

    /// <summary>
    /// MB of the assemblies and native libraries of the Release build for Linux on x64, before they are compiled ahead of time. What the image copies is more
    /// than twice as much.
    /// </summary>
    public static Task<double?> MegabytesAsync() =>
        Task.FromResult<double?>(Files(BridgeProcess.BuiltHere).Sum(file => new FileInfo(file).Length) / 1e6);

    private static IEnumerable<string> Files(string program)
    {
        var folder = Path.GetDirectoryName(program)!;
        // Other machines' libraries lie there, too; the list of what belongs to the program tells them apart.
        using var list = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(program, ".deps.json")));
        var target = list.RootElement.GetProperty("runtimeTarget").GetProperty("name").GetString()!;
        foreach (var library in list.RootElement.GetProperty("targets").GetProperty(target).EnumerateObject())
        {
            if (library.Value.TryGetProperty("runtime", out var assemblies))
            {
                foreach (var assembly in assemblies.EnumerateObject())
                    yield return Path.Combine(folder, Path.GetFileName(assembly.Name));
            }
            if (library.Value.TryGetProperty("runtimeTargets", out var others))
            {
                foreach (var other in others.EnumerateObject().Where(static other => other.Value.GetProperty("rid").GetString() == Machine))
                    yield return Path.Combine(folder, other.Name);
            }
        }
    }
}
