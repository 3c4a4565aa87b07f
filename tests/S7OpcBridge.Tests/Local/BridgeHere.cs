using S7OpcBridge.Commands;

namespace S7OpcBridge.Tests;

/// <summary>The bridge of a map in this process, told to stop in the end.</summary>
internal sealed class BridgeHere(CancellationTokenSource stop, Task<int> running) : IAsyncDisposable
{
    public static async Task<BridgeHere> StartAsync(string map, CancellationToken cancellationToken)
    {
        var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var output = new LineWriter();
        var running = CommandLine.RunAsync(["run", map], output, TextWriter.Null, stop.Token);
        await output.NextAsync(line => line.Contains("Ctrl+C"), cancellationToken);
        return new BridgeHere(stop, running);
    }

    /// <summary>Its exit code.</summary>
    public async Task<int> StopAsync()
    {
        await stop.CancelAsync();
        return await running;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        stop.Dispose();
    }
}
