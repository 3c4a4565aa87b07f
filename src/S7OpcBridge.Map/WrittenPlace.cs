using System.ComponentModel;
using System.Runtime.InteropServices;

namespace S7OpcBridge.Map;

/// <summary>A folder or file that the running bridge writes.</summary>
/// <param name="What">What it keeps there.</param>
/// <param name="Path">Its full path.</param>
/// <param name="Fault">Why this user cannot write it, as a sentence with the remedy; null: it can.</param>
public sealed record WrittenPlace(string What, string Path, string? Fault)
{
    /// <summary>The history as a place.</summary>
    public const string History = "history";

    private const int MayWrite = 2,
        MayWriteAndEnter = MayWrite | 1;

    /// <summary>All places of a map.</summary>
    public static IReadOnlyList<WrittenPlace> ListFor(BridgeMap map)
    {
        var places = new List<WrittenPlace>();
        if (map.Server is { NeedsCertificate: true, Certificates: { } certificates })
            places.Add(At("certificates", certificates, "'certificates' under 'server'", isFolder: true));
        if (map.Server.History is { } history)
            places.Add(
                At(History, history.Folder, $"'{(history.Postgres is null ? "store" : "journal")}' under 'history'", isFolder: true)
            );
        if (map.Alarms is not null)
            places.Add(At("states of alarms", map.AlarmStateFile, "'alarms: { state: … }'", isFolder: false));
        foreach (var mqtt in map.Mqtt)
            places.Add(
                At($"values that wait for the broker {mqtt.Name}", mqtt.Buffer.Folder, "'file' under 'buffer' of 'mqtt'", isFolder: true)
            );
        if (map.Server.Issuers.Select(static issuer => issuer.KeptKeys).FirstOrDefault(static kept => kept is not null) is { } keys)
            places.Add(At("fetched keys of token issuers", System.IO.Path.GetDirectoryName(keys)!, key: null, isFolder: true));
        if (map.Web is { IsOn: true, Edit: not false } && map.Server.HasUsers && EditAccess.WhyNot(map.Files[0]) is null)
            places.Add(At("earlier versions of the map", MapVersions.FolderFor(map.Files[0]), key: null, isFolder: true));
        return places;
    }

    /// <summary>Why this user cannot write into a folder, or make it, as half a sentence; null: it can.</summary>
    public static string? FaultOfFolder(string path) => ReasonOf(System.IO.Path.GetFullPath(path));

    private static WrittenPlace At(string what, string path, string? key, bool isFolder)
    {
        path = System.IO.Path.GetFullPath(path);
        var reason = ReasonOf(isFolder ? path : System.IO.Path.GetDirectoryName(path)!);
        return new WrittenPlace(
            what,
            path,
            reason is null
                ? null
                : $"The {what} cannot be written to {path}: {reason}. Make it writable for user {Environment.UserName}"
                    + (
                        key is null
                            ? "."
                            : $", name another place with {key}, or set {StateFolder.Variable} to a folder for all that the bridge writes."
                    )
        );
    }

    // Half a sentence; null: the folder can be written, or made.
    private static string? ReasonOf(string folder)
    {
        var existing = folder;
        while (!System.IO.Path.Exists(existing) && System.IO.Path.GetDirectoryName(existing) is { } above)
            existing = above;
        if (File.Exists(existing))
            return $"{existing} is a file, not a folder";
        // Windows asks access lists, which only a write tries.
        if (OperatingSystem.IsWindows() || Access(existing, MayWriteAndEnter) == 0)
            return null;
        return $"{existing}: {ErrorText()}";
    }

    private static string ErrorText()
    {
        var error = new Win32Exception(Marshal.GetLastPInvokeError()).Message;
        return $"{char.ToLowerInvariant(error[0])}{error[1..]}";
    }

    [DllImport(
        "libc",
        EntryPoint = "access",
        SetLastError = true,
        CharSet = CharSet.Ansi,
        BestFitMapping = false,
        ThrowOnUnmappableChar = true
    )]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Access(string path, int mode);
}
