using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>Output for pipes: a line <c>name value quality</c> per change, separated by tabs, because names and texts may contain blanks.</summary>
internal static class WatchLines
{
    /// <returns>False: the reader has closed the pipe, as in <c>watch | head</c>.</returns>
    public static async Task<bool> WriteAsync(IAsyncEnumerable<WatchUpdate> news, TextWriter output)
    {
        await foreach (var some in news)
        {
            if (!await TryWriteAsync(some, output))
                return false;
        }
        return true;
    }

    // A failure here concerns the output; the end of updates is reported by the updates themselves.
    private static async Task<bool> TryWriteAsync(WatchUpdate some, TextWriter output)
    {
        try
        {
            foreach (var change in some.Changes)
            {
                var value = change.Value.Length == 0 ? "-" : Printable.Of(change.Value, int.MaxValue);
                await output.WriteLineAsync($"{Printable.Of(change.Tag, int.MaxValue)}\t{value}\t{WatchQuality.NameOf(change.Status)}");
            }
            await output.FlushAsync();
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }
}
