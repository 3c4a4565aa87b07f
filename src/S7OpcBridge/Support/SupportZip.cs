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
        Write(file, files, now);
    }

    /// <summary>Writes the zip into a stream, which stays open.</summary>
    public static void Write(Stream stream, IReadOnlyList<(string Name, string Text)> files, DateTimeOffset now)
    {
        using var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true);
        foreach (var (name, text) in files)
        {
            var entry = zip.CreateEntry(name);
            entry.LastWriteTime = now;
            using var content = entry.Open();
            content.Write(Encoding.UTF8.GetBytes(text));
        }
    }
}
