using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Days;

/// <summary>The files of the days in a store's folder: <c>2026-11-22.db</c>.</summary>
internal static class DayFolder
{
    private static readonly string[] Companions = ["", "-wal", "-shm"];

    public static string PathOf(string folder, int day) => Path.Combine(folder, UtcDay.Name(day) + ".db");

    /// <summary>The days that are there, oldest first.</summary>
    public static IReadOnlyList<int> Days(string folder) =>
        [
            .. Directory
                .EnumerateFiles(folder, "????-??-??.db")
                .Select(path => UtcDay.Parse(Path.GetFileNameWithoutExtension(path)) ?? -1)
                .Where(day => day >= 0)
                .Order(),
        ];

    /// <summary>The bytes of a day.</summary>
    public static long SizeOf(string folder, int day) =>
        Companions.Select(end => new FileInfo(PathOf(folder, day) + end)).Sum(file => file.Exists ? file.Length : 0);

    /// <summary>The bytes of everything in the folder.</summary>
    public static long SizeOfAll(string folder)
    {
        var sum = 0L;
        foreach (var file in new DirectoryInfo(folder).EnumerateFiles())
        {
            try
            {
                sum += file.Length;
            }
            catch (FileNotFoundException)
            {
                // Deleted meanwhile: the write-ahead log of a file that was closed.
            }
        }

        return sum;
    }

    /// <summary>Deletes a day.</summary>
    /// <param name="folder">The store.</param>
    /// <param name="companionsAlone">True: its file stays, which is replaced next.</param>
    public static void Delete(string folder, int day, bool companionsAlone = false)
    {
        var path = PathOf(folder, day);
        SqliteFile.Close(path);
        foreach (var end in companionsAlone ? Companions[1..] : Companions)
            File.Delete(path + end);
    }
}
