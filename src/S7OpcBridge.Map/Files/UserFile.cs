using System.Text;
using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>Opens all files that a user names or puts into a folder: regular files up to a maximum size.</summary>
public static class UserFile
{
    /// <summary>Limit for a map with all of its sources and tables, in bytes.</summary>
    public const int MaxMap = MapSize.MaxBytes;

    /// <summary>Limit for files with a certificate, key, password or time, in bytes.</summary>
    public const int MaxSmall = 1024 * 1024;

    private const int FirstRead = 16 * 1024;

    /// <summary>Reads the bytes of a file.</summary>
    /// <param name="path">The file; links are followed.</param>
    /// <param name="most">Maximum size in bytes.</param>
    /// <exception cref="UnusableFileException">It is a pipe, a device, a folder or a socket, or too large.</exception>
    /// <exception cref="IOException">It does not exist or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it.</exception>
    public static byte[] Read(string path, int most)
    {
        // Checked before opening, because opening a pipe blocks until somebody writes to it.
        if (FileStatus.Read(path)?.Words is { } words)
            throw new UnusableFileException($"is {words}, not a regular file");
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        if (file.Length > most)
            throw TooLong(most);

        // The length is only a hint: a file may grow, and files in /proc report 0.
        var bytes = new byte[Math.Min(most, Math.Max(file.Length, FirstRead)) + 1];
        var count = 0;
        while (file.Read(bytes, count, bytes.Length - count) is > 0 and var more)
        {
            count += more;
            if (count > most)
                throw TooLong(most);
            if (count == bytes.Length)
                Array.Resize(ref bytes, (int)Math.Min(most + 1L, bytes.Length * 2L));
        }
        Array.Resize(ref bytes, count);
        return bytes;
    }

    /// <inheritdoc cref="Read"/>
    /// <returns>The text of a UTF-8 file.</returns>
    public static string ReadText(string path, int most) => Encoding.UTF8.GetString(Read(path, most));

    private static UnusableFileException TooLong(int most) => new($"has more than {most / (1024 * 1024)} MB");
}

/// <summary>A path leads to something other than a regular file of acceptable size.</summary>
/// <param name="what">The reason as the end of a sentence: "is a named pipe".</param>
public sealed class UnusableFileException(string what) : IOException($"It {what}.")
{
    /// <summary>The reason as the end of a sentence.</summary>
    public string What => what;
}
