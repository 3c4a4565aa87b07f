using System.Runtime.InteropServices;
using System.Text;
using S7OpcBridge.Map.Files;

namespace S7OpcBridge.Map;

/// <summary>Says beforehand whether a file of a map can be replaced.</summary>
public static class EditAccess
{
    // fcntl.h and unistd.h: relative to the working directory, with the rights of the effective user.
    private const int CurrentFolder = -100,
        MayWrite = 2,
        Effective = 0x200;

    private const string Mounts = "/proc/self/mountinfo";

    /// <summary>Why a file cannot be edited, as a sentence.</summary>
    /// <param name="path">The file; links are followed.</param>
    /// <returns>Null where it can be.</returns>
    public static string? WhyNot(string path)
    {
        try
        {
            var target = FileReplacement.TargetOf(path);
            if (Directory.Exists(target))
                return $"'{path}' is a folder; name the file in it";
            if (!File.Exists(target))
                return $"there is no file '{path}'; check the path";
            if (FileStatus.Read(target)?.Words is { } words)
                return $"'{path}' is {words}, not a regular file";
            var folder = Path.GetDirectoryName(target)!;
            if (!IsWritable(target))
                return $"the file '{path}' is read-only for the bridge; give its user the right to write it, or mount it writable";
            if (!IsWritable(folder))
                return $"the folder '{folder}' is read-only for the bridge, which writes a new file beside the old one; give its user the "
                    + "right to write there, or mount it writable";
            if (IsMounted(target))
                return $"the file '{path}' is mounted by itself, so it cannot be replaced; mount its folder instead";
            return OwnerFault(path, target);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return $"'{path}' can't be edited ({error.Message.TrimEnd('.')}); check its path and permissions";
        }
    }

    private static string? OwnerFault(string path, string target) =>
        FileOwner.Me is { } me and not FileOwner.Root && FileOwner.Read(target) is { } owner && owner.User != me
            ? $"the file '{path}' belongs to user {owner.User}, and the bridge runs as user {me}, who cannot keep that; give the file to user {me}"
            : null;

    private static bool IsWritable(string path) =>
        OperatingSystem.IsLinux()
            ? Access(CurrentFolder, Encoding.UTF8.GetBytes(path + '\0'), MayWrite, Effective) == 0
            : Directory.Exists(path) || !new FileInfo(path).IsReadOnly;

    // Docker mounts single files: another file cannot take the place of such a one.
    private static bool IsMounted(string target) =>
        OperatingSystem.IsLinux()
        && File.Exists(Mounts)
        && File.ReadLines(Mounts).Any(line => line.Split(' ') is [_, _, _, _, var point, ..] && point.Replace("\\040", " ") == target);

    [DllImport("libc", EntryPoint = "faccessat"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Access(int folder, byte[] path, int mode, int flags);
}
