using Microsoft.Data.Sqlite;
using Microsoft.Extensions.Logging;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;

namespace S7OpcBridge.History.Recording;

/// <summary>The open files of days that chunks are written to. One thread.</summary>
internal sealed class DayWriters(string folder, SeriesTable table, ILogger log) : IDisposable
{
    private const int MostOpen = 3;
    private const int Corrupt = 11,
        NoDatabase = 26;
    private readonly Dictionary<int, DayWriter> _open = [];

    /// <summary>Writes chunks; those of a day are written together. Writing the same chunk again changes nothing.</summary>
    /// <returns>Days whose files were damaged and put aside.</returns>
    public List<int> Write(IReadOnlyList<Chunk> chunks)
    {
        var putAside = new List<int>();
        foreach (var day in chunks.GroupBy(chunk => chunk.Day))
        {
            try
            {
                Writer(day.Key).Write(day, id => table[id].Row);
            }
            catch (SqliteException e) when (e.SqliteErrorCode is Corrupt or NoDatabase)
            {
                PutAside(day.Key);
                putAside.Add(day.Key);
                Writer(day.Key).Write(day, id => table[id].Row);
            }
        }

        return putAside;
    }

    /// <summary>Closes the file of a day.</summary>
    public void Close(int day)
    {
        if (_open.Remove(day, out var writer))
            writer.Dispose();
    }

    /// <summary>Deletes chunks that the server has.</summary>
    public void DeleteThrough(int day, long chunk) => Writer(day).DeleteThrough(chunk);

    public void Dispose()
    {
        foreach (var writer in _open.Values)
            writer.Dispose();
        _open.Clear();
    }

    private DayWriter Writer(int day)
    {
        if (_open.TryGetValue(day, out var writer))
            return writer;
        if (_open.Count >= MostOpen)
            Close(_open.Keys.Min());
        _open.Add(day, writer = new(folder, day));
        return writer;
    }

    private void PutAside(int day)
    {
        Close(day);
        var path = DayFolder.PathOf(folder, day);
        SqliteFile.Close(path);
        var aside = path + ".damaged";
        for (var i = 2; File.Exists(aside); i++)
            aside = $"{path}.damaged{i}";
        File.Move(path, aside);
        File.Delete(path + "-wal");
        File.Delete(path + "-shm");
        HistoryLog.PutAside(log, UtcDay.Name(day), aside);
    }
}
