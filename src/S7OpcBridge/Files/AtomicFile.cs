using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge;

/// <summary>Writes a file whole or not at all: who reads it meanwhile, or after the disk was full, finds the old one.</summary>
internal static class AtomicFile
{
    /// <summary>For its owner's eyes only.</summary>
    public const UnixFileMode Secret = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>For everybody to read.</summary>
    public const UnixFileMode Open = Secret | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>
    /// Replaces a file, or makes it. Root writes for others: a file that root replaces keeps its owner, and of a secret whether its group may read it; a new one belongs to the owner of
    /// its folder. So a service that runs as a user of its own can read what an administrator made for it.
    /// </summary>
    /// <exception cref="IOException">It cannot be written: the disk is full, for example. The old one is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Write(string path, string text, UnixFileMode mode)
    {
        // Names that begin with a dot are passed over by whoever reads a store.
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
        if (FileOwner.Of(isThere ? path : Path.GetDirectoryName(Path.GetFullPath(path))!) is { } owner)
            owner.Take(unfinished);
        File.SetUnixFileMode(unfinished, mode | (isThere ? File.GetUnixFileMode(path) & UnixFileMode.GroupRead : 0));
    }
}
