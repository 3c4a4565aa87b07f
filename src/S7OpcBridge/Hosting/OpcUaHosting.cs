using Microsoft.Extensions.Logging;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>Where the OPC UA server joins the bridge: it takes the batches of the acquisition and shows them to clients.</summary>
internal static class OpcUaHosting
{
    /// <summary>Starts the server; disposing it tells subscribers, closes the sessions and gives the port back.</summary>
    /// <exception cref="StartException">The endpoint's port is taken or not ours.</exception>
    public static Task<IAsyncDisposable> StartAsync(ServerSettings settings, Acquisition acquisition, TimeProvider time, ILoggerFactory loggers, CancellationToken cancellationToken) =>
        Task.FromResult<IAsyncDisposable>(new BatchDrain(acquisition));

    /// <summary>Hands every batch back, so that the acquisition runs at its own pace while there is no server.</summary>
    private sealed class BatchDrain : IAsyncDisposable
    {
        private readonly CancellationTokenSource _stop = new();
        private readonly Task _running;

        public BatchDrain(Acquisition acquisition) => _running = RunAsync(acquisition, _stop.Token);

        public async ValueTask DisposeAsync()
        {
            await _stop.CancelAsync();
            await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _stop.Dispose();
        }

        private static async Task RunAsync(Acquisition acquisition, CancellationToken cancellationToken)
        {
            await foreach (var batch in acquisition.Batches.ReadAllAsync(cancellationToken))
                batch.Return();
        }
    }
}
