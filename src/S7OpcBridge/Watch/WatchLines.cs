using S7OpcBridge.OpcUa;
using S7OpcBridge.Words;

namespace S7OpcBridge.Watch;

/// <summary>Output for pipes: a line <c>name value quality</c> per change, separated by tabs, because names and texts may contain blanks.</summary>
internal static class WatchLines
{
    private const string NothingFits =
        "s7opcbridge: no tag fits, neither in the map nor in what the CPUs told of its symbols; write a name, a folder or a pattern such as '*/Speed'.";

    /// <param name="news">What is watched.</param>
    /// <param name="output">The pipe.</param>
    /// <param name="error">Is told why a PLC is away, once until that changes.</param>
    /// <returns>False: the reader has closed the pipe, as in <c>watch | head</c>.</returns>
    public static async Task<bool> WriteAsync(IAsyncEnumerable<WatchUpdate> news, TextWriter output, TextWriter error)
    {
        var told = new Dictionary<string, string>();
        await foreach (var some in news)
        {
            if (some.Tags is [])
                error.WriteLine(NothingFits);
            foreach (var plc in some.Plcs)
            {
                if (plc.LastError.Length > 0 && told.GetValueOrDefault(plc.Name) != plc.LastError)
                    error.WriteLine($"s7opcbridge: {plc.LastError}");
                told[plc.Name] = plc.LastError;
            }
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
                var value = change.Value.Length == 0 ? "-" : Printable.From(change.Value, int.MaxValue);
                await output.WriteLineAsync(
                    $"{Printable.From(change.Tag, int.MaxValue)}\t{value}\t{StatusCodes.NameOf(new StatusCode(change.Status))}"
                );
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
