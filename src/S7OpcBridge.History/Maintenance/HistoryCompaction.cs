using Microsoft.Data.Sqlite;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;
using S7OpcBridge.History.Recording;

namespace S7OpcBridge.History;

/// <summary>Joins small chunks of days that are over, which restarts and slow tags leave behind.</summary>
public static class HistoryCompaction
{
    private const int MostBytes = 4000;

    /// <summary>Compacts the files of a folder that no bridge uses.</summary>
    /// <param name="folder">The store.</param>
    /// <param name="progress">Called with each file and its bytes before and after.</param>
    /// <param name="cancellationToken">Ends it between two files.</param>
    /// <exception cref="HistoryException">A bridge uses the store, or a file is damaged; that file stays as it was.</exception>
    public static void Run(string folder, Action<string, long, long> progress, CancellationToken cancellationToken)
    {
        using var storeLock = StoreLock.Acquire(folder);
        var days = DayFolder.Days(folder);
        foreach (var day in days.SkipLast(1))
        {
            cancellationToken.ThrowIfCancellationRequested();
            var before = DayFolder.SizeOf(folder, day);
            try
            {
                Compact(folder, day);
            }
            catch (Exception e) when (e is SqliteException or InvalidDataException or IOException)
            {
                throw new HistoryException(
                    $"{DayFolder.PathOf(folder, day)} was left as it is: {e.Message} `history verify` says what is damaged.",
                    e
                );
            }

            progress(DayFolder.PathOf(folder, day), before, DayFolder.SizeOf(folder, day));
        }
    }

    private static void Compact(string folder, int day)
    {
        var rows = DayReading.Series(folder, day).ToDictionary(row => row.Id);
        var path = DayFolder.PathOf(folder, day);
        var beside = Path.Combine(folder, "compact");
        StoreFile.MakeFolder(beside);
        DayFolder.Delete(beside, day);
        using (var writer = new DayWriter(beside, day))
        {
            foreach (var some in Joined(Checked(folder, day)).Chunk(1000))
                writer.Write(some, id => rows[id]);
        }

        DayFolder.Delete(folder, day, companionsAlone: true);
        File.Move(DayFolder.PathOf(beside, day), path, overwrite: true);
        Directory.Delete(beside, recursive: true);
    }

    private static IEnumerable<Chunk> Checked(string folder, int day)
    {
        foreach (var (chunk, crc) in DayReading.ChunksWithCrc(folder, day))
            yield return chunk.Crc == crc ? chunk : throw new InvalidDataException($"the checksum of chunk {chunk.Id} is wrong.");
    }

    private static IEnumerable<Chunk> Joined(IEnumerable<Chunk> chunks)
    {
        var group = new List<Chunk>();
        foreach (var chunk in chunks)
        {
            if (
                group.Count > 0
                && !(
                    group[^1].Series == chunk.Series
                    && group[^1].Data![1] == chunk.Data![1]
                    && group[^1].Sequence + group[^1].Count == chunk.Sequence
                    && group.Sum(other => other.Data!.Length) + chunk.Data!.Length <= MostBytes
                )
            )
            {
                yield return Join(group);
                group.Clear();
            }

            group.Add(chunk);
        }

        if (group.Count > 0)
            yield return Join(group);
    }

    private static Chunk Join(List<Chunk> group)
    {
        if (group.Count == 1)
            return group[0];
        var open = new OpenChunk();
        foreach (var chunk in group)
        {
            var values = new ChunkValues(chunk.Data, chunk.Count);
            while (values.Next())
                open.Add(
                    values.Type,
                    values.Bits,
                    values.Type == ValueForms.EncodedType ? values.Encoded : [],
                    values.Status.Value,
                    values.Time
                );
        }

        // The greatest number: a journal that knows chunks from a number on must find these values there.
        return new(group.Max(chunk => chunk.Id), group[0].Series, open.First, open.Last, group[0].Sequence, open.Count, open.Copy());
    }
}
