using Microsoft.Extensions.Logging;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;

namespace S7OpcBridge.History.Recording;

/// <summary>Deletes whole days that are older than wanted or that take more room than allowed. The present day and the one before stay.</summary>
internal sealed class Retention(HistoryOptions options, ILogger log)
{
    /// <summary>Deletes what is due.</summary>
    /// <param name="now">The present time, in OPC UA ticks.</param>
    /// <param name="close">Closes the file of a day.</param>
    public void Run(long now, Action<int> close)
    {
        var days = DayFolder.Days(options.Folder).ToList();
        var today = UtcDay.FromTicks(now);
        if (options.Keep is { } keep)
        {
            while (days.Count > 0 && UtcDay.Start(days[0] + 1) <= now - keep.Ticks && Delete(days[0], "it is older than `keep`", close))
                days.RemoveAt(0);
        }

        if (options.MaxSize is not { } most)
            return;
        var size = DayFolder.SizeOfAll(options.Folder);
        while (days.Count > 0 && days[0] < today && size > most)
        {
            var bytes = DayFolder.SizeOf(options.Folder, days[0]);
            if (!Delete(days[0], "the files are larger than `maxSize`", close))
                return;
            size -= bytes;
            days.RemoveAt(0);
        }
    }

    private bool Delete(int day, string reason, Action<int> close)
    {
        try
        {
            close(day);
            DayFolder.Delete(options.Folder, day);
            HistoryLog.Deleted(log, UtcDay.Name(day), reason);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            HistoryLog.NotDeleted(log, DayFolder.PathOf(options.Folder, day), e.Message);
            return false;
        }
    }
}
