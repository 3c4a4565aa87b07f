namespace S7OpcBridge;

/// <summary>For pipes: a line <c>name value quality</c> per change, separated by tabs, because names and texts have blanks in them.</summary>
internal static class WatchLines
{
    public static async Task WriteAsync(IAsyncEnumerable<WatchNews> news, TextWriter output)
    {
        await foreach (var some in news)
        {
            foreach (var change in some.Changes)
                await output.WriteLineAsync($"{change.Tag}\t{(change.Value.Length == 0 ? "-" : change.Value)}\t{WatchQuality.NameOf(change.Status)}");
            await output.FlushAsync();
        }
    }
}
