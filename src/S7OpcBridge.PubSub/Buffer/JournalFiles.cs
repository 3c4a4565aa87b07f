using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>
/// The files of a journal: <c>messages-00000000000000000001.log</c> with the sequence of its first record, <c>position</c>, and <c>lock</c>. Only their
/// owner may read them: they tell what the plant does.
/// </summary>
internal static class JournalFiles
{
    private const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const string Prefix = "messages-",
        Suffix = ".log";

    /// <summary>The path of a segment.</summary>
    public static string PathOf(string folder, long first) => Path.Combine(folder, $"{Prefix}{first:D20}{Suffix}");

    /// <summary>The first sequences of the segments that are there, least first.</summary>
    public static IReadOnlyList<long> Segments(string folder) =>
        [.. Directory.EnumerateFiles(folder, $"{Prefix}*{Suffix}").Select(FirstOf).Where(static first => first > 0).Order()];

    /// <summary>Makes a folder unless it is there.</summary>
    public static void MakeFolder(string path)
    {
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(path);
        else
            Directory.CreateDirectory(path, Mode | UnixFileMode.UserExecute);
    }

    /// <summary>Opens a file for reading and writing; others may read and delete it.</summary>
    public static SafeFileHandle Open(string path, FileMode mode)
    {
        if (mode != FileMode.Open)
            OpenStream(path, mode, FileShare.ReadWrite | FileShare.Delete).Dispose();
        return File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
    }

    /// <summary>Takes the folder for this process alone, until what it returns is disposed.</summary>
    /// <exception cref="IOException">Another process has it.</exception>
    public static FileStream Lock(string folder) => OpenStream(Path.Combine(folder, "lock"), FileMode.OpenOrCreate, FileShare.None);

    /// <summary>Creates a file, or empties the one that is there; only its owner may read it.</summary>
    public static FileStream Create(string path) => OpenStream(path, FileMode.Create, FileShare.None);

    private static FileStream OpenStream(string path, FileMode mode, FileShare share)
    {
        var options = new FileStreamOptions
        {
            Mode = mode,
            Access = FileAccess.ReadWrite,
            Share = share,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = Mode;
        return new FileStream(path, options);
    }

    private static long FirstOf(string path) =>
        long.TryParse(
            Path.GetFileNameWithoutExtension(path.AsSpan())[Prefix.Length..],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var first
        )
            ? first
            : 0;
}
