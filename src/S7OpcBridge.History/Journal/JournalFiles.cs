using System.Globalization;

namespace S7OpcBridge.History.Journal;

/// <summary>The files of the journal: <c>journal-00000001.log</c>, of which the highest number counts.</summary>
internal static class JournalFiles
{
    private const string Prefix = "journal-",
        Suffix = ".log",
        Unfinished = ".new";

    public static string PathOf(string folder, int number) => Path.Combine(folder, $"{Prefix}{number:D8}{Suffix}");

    /// <summary>The path under which a file is begun.</summary>
    public static string UnfinishedPathOf(string folder, int number) => PathOf(folder, number) + Unfinished;

    /// <summary>The numbers that are there, least first.</summary>
    public static IReadOnlyList<int> Numbers(string folder) =>
        [.. Directory.EnumerateFiles(folder, $"{Prefix}*{Suffix}").Select(NumberOf).Where(number => number > 0).Order()];

    /// <summary>Deletes what a later file stands for, and what was begun and not finished.</summary>
    public static void DeleteAllBut(string folder, int number)
    {
        foreach (var path in Directory.EnumerateFiles(folder, $"{Prefix}*{Unfinished}"))
            File.Delete(path);
        foreach (var other in Numbers(folder))
        {
            if (other < number)
                File.Delete(PathOf(folder, other));
        }
    }

    private static int NumberOf(string path) =>
        int.TryParse(
            Path.GetFileNameWithoutExtension(path.AsSpan())[Prefix.Length..],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : 0;
}
