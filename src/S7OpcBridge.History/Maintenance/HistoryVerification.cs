using Microsoft.Data.Sqlite;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;
using S7OpcBridge.History.Journal;

namespace S7OpcBridge.History;

/// <summary>Checks every byte of a store's files; also while a bridge writes them.</summary>
public static class HistoryVerification
{
    /// <summary>Verifies the files of a folder.</summary>
    /// <param name="folder">The store.</param>
    /// <param name="progress">Called with each file before it is looked at.</param>
    /// <returns>What is damaged, in sentences with the file and the place; empty: nothing is.</returns>
    public static IEnumerable<string> Run(string folder, Action<string> progress, CancellationToken cancellationToken)
    {
        foreach (var day in DayFolder.Days(folder))
        {
            cancellationToken.ThrowIfCancellationRequested();
            var path = DayFolder.PathOf(folder, day);
            progress(path);
            foreach (var finding in Day(folder, day, path))
                yield return finding;
        }

        foreach (var number in JournalFiles.Numbers(folder))
        {
            var path = JournalFiles.PathOf(folder, number);
            progress(path);
            if (!File.Exists(path))
                continue;
            var reader = new JournalReader(path);
            foreach (var _ in reader.Frames())
                cancellationToken.ThrowIfCancellationRequested();
            foreach (var at in reader.Damaged)
                yield return $"{path} has no readable frame at byte {at}; the values of that second are lost.";
        }
    }

    private static List<string> Day(string folder, int day, string path)
    {
        var findings = new List<string>();
        try
        {
            using (var connection = SqliteFile.OpenForReading(path))
            {
                using var command = connection.CreateCommand();
                command.CommandText = "PRAGMA quick_check(20)";
                using var reader = command.ExecuteReader();
                while (reader.Read())
                {
                    if (reader.GetString(0) != "ok")
                        findings.Add($"{path}: {reader.GetString(0)}.");
                }
            }

            foreach (var (chunk, crc) in DayReading.ChunksWithCrc(folder, day))
            {
                if (Wrong(chunk, crc) is { } what)
                    findings.Add($"{path}, chunk {chunk.Id} of series {chunk.Series}, {chunk.Count} values: {what}");
            }
        }
        catch (SqliteException e)
        {
            findings.Add($"{path} cannot be read: {e.Message.TrimEnd('.')}.");
        }

        return findings;
    }

    private static string? Wrong(Chunk chunk, uint crc)
    {
        if (chunk.Crc != crc)
            return "its checksum is wrong.";
        try
        {
            var values = ChunkValues.All(chunk);
            return values.Length == 0 || values.Min(value => value.Time) != chunk.First || values.Max(value => value.Time) != chunk.Last
                ? "its times are not those of its values."
                : null;
        }
        catch (InvalidDataException e)
        {
            return e.Message;
        }
    }
}
