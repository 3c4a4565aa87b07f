using System.Text;

namespace S7OpcBridge;

/// <summary>Writes a file whole or not at all: who reads it meanwhile, or after the disk was full, finds the old one.</summary>
internal static class WholeFile
{
    /// <summary>For its owner's eyes only.</summary>
    public const UnixFileMode Secret = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>For everybody to read.</summary>
    public const UnixFileMode Open = Secret | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>Replaces a file, or makes it.</summary>
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
}
