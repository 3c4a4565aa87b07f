using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge;

/// <summary>
/// Where a running bridge can be asked on its own machine: a socket that only its user may open, in a folder that only its user may change, named after the path
/// of its map. No port, no password.
/// </summary>
internal static class LocalSocket
{
    private const string OfServices = "/run/s7opcbridge";

    // systemd names the first, a login session the second.
    private static readonly string[] FolderVariables = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"];

    /// <summary>The socket to listen on, its folder made.</summary>
    /// <exception cref="IOException">No folder is to be had, or it belongs to somebody else, or others may change it.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static string ToServe(string map)
    {
        var folder = Folders().First();
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(folder);
        }
        else
        {
            const UnixFileMode Ours = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
            Directory.CreateDirectory(folder, Ours);
            if (SocketFolder.FaultOf(folder) is { } fault)
                throw new IOException(fault);
        }
        return Path.Combine(folder, NameOf(map));
    }

    /// <summary>Where a bridge of this map may be listening.</summary>
    /// <param name="map">The map.</param>
    /// <param name="report">Takes a sentence about a folder that is not believed.</param>
    public static IEnumerable<string> ToAsk(string map, Action<string> report) =>
        Known().Select(folder => Path.Combine(folder, NameOf(map))).Where(path => File.Exists(path) && IsBelieved(path, report));

    /// <summary>Where any bridge may be listening.</summary>
    /// <param name="report">Takes a sentence about a folder that is not believed.</param>
    public static IEnumerable<string> All(Action<string> report) =>
        Known().Where(Directory.Exists).Where(folder => Directory.EnumerateFiles(folder, "*.sock").Any() && IsBelieved(Path.Combine(folder, "any"), report))
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*.sock")).Order(StringComparer.Ordinal);

    private static bool IsBelieved(string path, Action<string> report)
    {
        if (SocketFolder.FaultOf(Path.GetDirectoryName(path)!) is not { } fault)
            return true;
        report($"What may listen in it is not asked: {fault}.");
        return false;
    }

    private static IEnumerable<string> Known() => Folders().Append(OfServices).Distinct();

    private static IEnumerable<string> Folders()
    {
        foreach (var variable in FolderVariables)
        {
            if (Environment.GetEnvironmentVariable(variable) is { Length: > 0 } folder && Directory.Exists(folder))
                yield return variable == "RUNTIME_DIRECTORY" ? folder : Path.Combine(folder, "s7opcbridge");
        }
        yield return Path.Combine(Path.GetTempPath(), $"s7opcbridge-{Environment.UserName}");
    }

    // Short: the path of a socket has 104 bytes on some systems.
    private static string NameOf(string map) => $"{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Path.GetFullPath(map))))[..16]}.sock";
}
