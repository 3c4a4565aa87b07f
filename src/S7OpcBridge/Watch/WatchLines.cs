namespace S7OpcBridge;

/// <summary>For pipes: a line <c>name value quality</c> per change, separated by tabs, because names and texts have blanks in them.</summary>
internal static class WatchLines
{
    /// <returns>False: who read the lines has seen enough and left, as in <c>watch | head</c>.</returns>
    public static async Task<bool> WriteAsync(IAsyncEnumerable<WatchNews> news, TextWriter output)
    {
        try
        {
            await foreach (var some in news)
            {
                foreach (var change in some.Changes)
                    await output.WriteLineAsync($"{change.Tag}\t{(change.Value.Length == 0 ? "-" : change.Value)}\t{WatchQuality.NameOf(change.Status)}");
                await output.FlushAsync();
            }
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }
}
