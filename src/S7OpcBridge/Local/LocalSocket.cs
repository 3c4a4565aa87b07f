using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Services;

namespace S7OpcBridge.Local;

/// <summary>
/// The local socket of a running bridge: only its user may open it, in a folder that only its user may change, named after the path of its map. It needs no
/// port and no password.
/// </summary>
internal static class LocalSocket
{
    // systemd sets the first one, a login session the second.
    private static readonly string[] FolderVariables = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"];

    /// <summary>The path of the socket to listen on; its folder is created.</summary>
    /// <exception cref="IOException">No usable folder: it cannot be created, belongs to somebody else, or others may change it.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be created.</exception>
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

    /// <summary>Paths where a bridge of this map may be listening.</summary>
    /// <param name="report">Receives a sentence about a folder that is not trusted.</param>
    public static IEnumerable<string> ToAsk(string map, Action<string> report) =>
        Known().Select(folder => Path.Combine(folder, NameOf(map))).Where(path => File.Exists(path) && IsBelieved(path, report));

    /// <summary>Paths where any bridge may be listening.</summary>
    /// <param name="report">Receives a sentence about a folder that is not trusted.</param>
    public static IEnumerable<string> All(Action<string> report) =>
        Known()
            .Where(Directory.Exists)
            .Where(folder => Directory.EnumerateFiles(folder, "*.sock").Any() && IsBelieved(Path.Combine(folder, "any"), report))
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*.sock"))
            .Order(StringComparer.Ordinal);

    private static bool IsBelieved(string path, Action<string> report)
    {
        if (SocketFolder.FaultOf(Path.GetDirectoryName(path)!) is not { } fault)
            return true;
        report($"A bridge that listens there is not asked: {fault}.");
        return false;
    }

    private static IEnumerable<string> Known() => Folders().Concat(ServicePlaces.Here.SocketFolders).Distinct();

    private static IEnumerable<string> Folders()
    {
        // Administrators ask a service of Windows, whose own temporary folder they do not share.
        if (ServicePlaces.IsWindowsService)
        {
            foreach (var folder in ServicePlaces.Here.SocketFolders)
                yield return folder;
        }
        foreach (var variable in FolderVariables)
        {
            if (Environment.GetEnvironmentVariable(variable) is { Length: > 0 } folder && Directory.Exists(folder))
                yield return variable == "RUNTIME_DIRECTORY" ? folder : Path.Combine(folder, "s7opcbridge");
        }
        yield return Path.Combine(Path.GetTempPath(), $"s7opcbridge-{Environment.UserName}");
    }

    // Kept short: the path of a socket is limited to 104 bytes on some systems.
    private static string NameOf(string map) =>
        $"{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Path.GetFullPath(map))))[..16]}.sock";
}
