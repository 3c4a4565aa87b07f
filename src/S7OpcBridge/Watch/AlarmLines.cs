using System.Globalization;
using S7OpcBridge.Alarms;
using S7OpcBridge.Web;

namespace S7OpcBridge.Watch;

/// <summary>Writes alarms as lines: time, severity, state, source and text, separated by tabs.</summary>
internal static class AlarmLines
{
    /// <summary>Writes until the bridge stops; false: nobody reads any more.</summary>
    public static async Task<bool> WriteAsync(IAsyncEnumerable<AlarmUpdate> news, TextWriter output)
    {
        await foreach (var update in news)
        {
            try
            {
                foreach (var row in update.Alarms)
                    await output.WriteLineAsync(LineOf(row));
                await output.FlushAsync();
            }
            catch (IOException)
            {
                return false;
            }
        }
        return true;
    }

    private static string LineOf(AlarmRow row)
    {
        var time = row.Changed?.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture) ?? "-";
        var comment = row.Comment is null ? "" : $" ({row.Comment})";
        return $"{time}\t{row.Severity}\t{row.State}\t{row.Source}\t{OneLine(row.Message)}{OneLine(comment)}";
    }

    // Texts of the map and comments of clients must not look like another line.
    private static string OneLine(string text) => string.Concat(text.Select(static c => char.IsControl(c) ? ' ' : c));
}
