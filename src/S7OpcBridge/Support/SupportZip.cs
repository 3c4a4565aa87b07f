using System.IO.Compression;
using System.Text;

namespace S7OpcBridge.Support;

/// <summary>Writes the files of a report into one zip, which only its owner may read.</summary>
internal static class SupportZip
{
    /// <summary>Writes the zip.</summary>
    /// <exception cref="IOException">It exists already, or cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write there.</exception>
    public static void Write(string path, IReadOnlyList<(string Name, string Text)> files, DateTimeOffset now)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var file = new FileStream(path, options);
        using var zip = new ZipArchive(file, ZipArchiveMode.Create);
        foreach (var (name, text) in files)
        {
            var entry = zip.CreateEntry(name);
            entry.LastWriteTime = now;
            using var stream = entry.Open();
            stream.Write(Encoding.UTF8.GetBytes(text));
        }
    }
}
