using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

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
        // Readers of a store ignore names that begin with a dot.
        var unfinished = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, $".{Guid.NewGuid():N}");
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = mode;
        try
        {
            using (var file = new FileStream(unfinished, options))
            {
                if (OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess)
                    TakeAfter(file.SafeFileHandle, path, mode);
                file.Write(Encoding.UTF8.GetBytes(text));
                file.Flush(flushToDisk: true);
            }
            File.Move(unfinished, path, overwrite: true);
        }
        catch
        {
            File.Delete(unfinished);
            throw;
        }
    }

    [SupportedOSPlatform("linux")]
    private static void TakeAfter(SafeFileHandle unfinished, string path, UnixFileMode mode)
    {
        var isThere = File.Exists(path);
        if (FileOwner.Read(isThere ? path : Path.GetDirectoryName(Path.GetFullPath(path))!) is { } owner)
            owner.ApplyTo(unfinished);
        File.SetUnixFileMode(unfinished, mode | (isThere ? File.GetUnixFileMode(path) & UnixFileMode.GroupRead : 0));
    }
}
