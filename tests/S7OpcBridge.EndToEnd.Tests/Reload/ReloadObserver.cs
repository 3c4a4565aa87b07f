using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua in one session that watches values and events from beginning to end.</summary>
internal sealed class ReloadObserver : IAsyncDisposable
{
    private readonly ChildProgram _program;

    private ReloadObserver(ChildProgram program) => _program = program;

    public static async Task<ReloadObserver> WatchAsync(string endpoint, CancellationToken cancellationToken, params string[] nodes)
    {
        await Interop.RequireAsync("node-opcua-client");
        var spectator = new ReloadObserver(Interop.Start("ua-reload.js", [endpoint, .. nodes]));
        await spectator._program.LineAsync(line => line.StartsWith("READY", StringComparison.Ordinal), cancellationToken);
        return spectator;
    }

    /// <summary>What was said so far with a word in front.</summary>
    public JsonElement[] All(string word) =>
        [
            .. _program
                .Output.Split('\n')
                .Where(line => line.StartsWith(word + " ", StringComparison.Ordinal))
                .Select(line => JsonDocument.Parse(line[(word.Length + 1)..]).RootElement),
        ];

    /// <summary>The changes of a node so far.</summary>
    public JsonElement[] ChangesOf(string node) => [.. All("CHANGE").Where(change => change.GetProperty("id").GetString() == node)];

    /// <summary>Waits for a change of a node.</summary>
    public Task ChangeAsync(string node, Func<JsonElement, bool> wanted, CancellationToken cancellationToken) =>
        SaidAsync("CHANGE", change => change.GetProperty("id").GetString() == node && wanted(change), cancellationToken);

    /// <summary>Waits until something has been said.</summary>
    public async Task<JsonElement> SaidAsync(string word, Func<JsonElement, bool> wanted, CancellationToken cancellationToken)
    {
        while (true)
        {
            foreach (var said in All(word))
            {
                if (wanted(said))
                    return said;
            }
            await _program.LineAsync(_ => true, cancellationToken);
        }
    }

    public async Task<JsonElement> ReadAsync(string node, CancellationToken cancellationToken) =>
        await AskAsync("read", "READ", node, cancellationToken);

    public async Task<string[]> BrowseAsync(string node, CancellationToken cancellationToken) =>
        [
            .. (await AskAsync("browse", "BROWSE", node, cancellationToken))
                .GetProperty("names")
                .EnumerateArray()
                .Select(name => name.GetString()!),
        ];

    /// <summary>Ends the session; how often the connection was lost.</summary>
    public async Task<int> EndAsync(CancellationToken cancellationToken)
    {
        await _program.SendLineAsync("end");
        return (await SaidAsync("END", _ => true, cancellationToken)).GetProperty("losses").GetInt32();
    }

    public ValueTask DisposeAsync() => _program.DisposeAsync();

    private async Task<JsonElement> AskAsync(string command, string answer, string node, CancellationToken cancellationToken)
    {
        var before = All(answer).Length;
        await _program.SendLineAsync($"{command} {node}");
        while (All(answer).Length == before)
            await _program.LineAsync(_ => true, cancellationToken);
        return All(answer)[before];
    }
}
