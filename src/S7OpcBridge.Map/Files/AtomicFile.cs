using System.Text;
using Microsoft.Win32.SafeHandles;
using S7OpcBridge.Map.Files;

namespace S7OpcBridge.Map;

/// <summary>Writes files atomically: a reader, or a full disk, leaves the old content intact until the new one is complete.</summary>
public static class AtomicFile
{
    /// <summary>Mode of a file that only its owner may read.</summary>
    public const UnixFileMode Secret = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Mode of a file that everybody may read.</summary>
    public const UnixFileMode Open = Secret | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>
    /// Replaces or creates a file. Run by root, an existing file keeps its owner, and a secret keeps its group permission; a new file gets the owner of its
    /// folder. So a service with a user of its own can read files that an administrator made for it.
    /// </summary>
    /// <exception cref="IOException">It cannot be written, for example because the disk is full. The old file is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written. The old file is unchanged.</exception>
    public static void Write(string path, string text, UnixFileMode mode)
    {
        var target = Path.GetFullPath(path);
        using var replacement = FileReplacement.Write(
            target,
            Encoding.UTF8.GetBytes(text),
            mode,
            file => CopyOwner(file.SafeFileHandle, target, mode)
        );
        replacement.Finish();
    }

    private static void CopyOwner(SafeFileHandle unfinished, string target, UnixFileMode mode)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return;
        var isThere = File.Exists(target);
        if (FileOwner.Read(isThere ? target : Path.GetDirectoryName(target)!) is { } owner)
            owner.ApplyTo(unfinished);
        File.SetUnixFileMode(unfinished, mode | (isThere ? File.GetUnixFileMode(target) & UnixFileMode.GroupRead : 0));
    }
}
