using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua as a client that follows the service levels of the nodes (tests/interop/ua-redundancy.js).</summary>
internal sealed class Follower : IAsyncDisposable
{
    private readonly ChildProgram _program;
    private readonly List<(string Word, JsonElement Is)> _seen = [];
    private int _lines;

    private Follower(ChildProgram program) => _program = program;

    /// <summary>What FindServers answered.</summary>
    public JsonElement Servers => Of("SERVERS")[0];

    /// <summary>Starts it at an endpoint and waits until it has subscribed.</summary>
    public static async Task<Follower> StartAsync(string endpoint, CancellationToken cancellationToken, params string[] nodes)
    {
        var program = Interop.Start("ua-redundancy.js", [endpoint, .. nodes]);
        try
        {
            await program.LineAsync(line => line.StartsWith("ON ", StringComparison.Ordinal), cancellationToken);
            return new Follower(program);
        }
        catch
        {
            await program.DisposeAsync();
            throw;
        }
    }

    /// <summary>All lines of a kind so far.</summary>
    public JsonElement[] Of(string word)
    {
        foreach (var line in _program.LinesFrom(_lines))
        {
            _lines++;
            if (line.IndexOf(' ') is > 0 and var end && line.AsSpan(end + 1).IndexOfAny('{', '[') == 0)
                _seen.Add((line[..end], JsonDocument.Parse(line[end..]).RootElement));
        }
        return [.. _seen.Where(seen => seen.Word == word).Select(seen => seen.Is)];
    }

    /// <summary>Where it is now.</summary>
    public string At => Of("ON")[^1].GetProperty("url").GetString()!;

    /// <summary>What it has seen of a node so far: value, status, server.</summary>
    public (long? Value, string Status, string Url)[] ChangesOf(string node) =>
        [
            .. Of("CHANGE")
                .Where(change => change.GetProperty("id").GetString() == node)
                .Select(change =>
                    (
                        change.GetProperty("value") is { ValueKind: JsonValueKind.Number } value ? value.GetInt64() : (long?)null,
                        change.GetProperty("status").GetString()!,
                        change.GetProperty("url").GetString()!
                    )
                ),
        ];

    /// <summary>Waits until what it has seen is as wanted.</summary>
    public async Task UntilAsync(Func<Follower, bool> wanted, string what, Func<string> log, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        while (!wanted(this))
        {
            if (patience.IsCancellationRequested || _program.HasExited)
                Assert.Fail(
                    $"{what}: not within a minute. The client's last lines:\n{string.Join('\n', _program.Output.Split('\n').TakeLast(40))}\n{log()}"
                );
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, cancellationToken);
        }
    }

    public ValueTask DisposeAsync() => _program.DisposeAsync();
}
