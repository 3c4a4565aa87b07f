using System.Text;
using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>Reads the files that a user names or puts into a folder: regular files up to a size. Every such file is opened here.</summary>
public static class UserFile
{
    /// <summary>Limit for a map with all of its sources and tables, in bytes.</summary>
    public const int MaxMap = MapSize.MaxBytes;

    /// <summary>Limit for files with one certificate, key, password or time, in bytes.</summary>
    public const int MaxSmall = 1024 * 1024;

    private const int FirstRead = 16 * 1024;

    /// <summary>The bytes of a file.</summary>
    /// <param name="path">The file; links are followed.</param>
    /// <param name="most">The most bytes that it may have.</param>
    /// <exception cref="UnfitFileException">It is a pipe, a device, a folder or a socket, or too long.</exception>
    /// <exception cref="IOException">It is not there, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not read it.</exception>
    public static byte[] Read(string path, int most)
    {
        // Before it is opened: opening a pipe waits until somebody writes.
        if (FileStatus.Of(path)?.Words is { } words)
            throw new UnfitFileException($"is {words}, not a file with contents of its own");
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        if (file.Length > most)
            throw TooLong(most);

        // The length is a hint only: a file may grow, and those of /proc say 0.
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
    /// <returns>The text of a file in UTF-8.</returns>
    public static string ReadText(string path, int most) => Encoding.UTF8.GetString(Read(path, most));

    private static UnfitFileException TooLong(int most) => new($"has more than {most / (1024 * 1024)} MB");
}

/// <summary>A path leads to something that is not read as a file.</summary>
/// <param name="what">What is wrong with it, as the end of a sentence: "is a named pipe".</param>
public sealed class UnfitFileException(string what) : IOException($"It {what}.")
{
    /// <summary>What is wrong with the file, as the end of a sentence.</summary>
    public string What => what;
}
