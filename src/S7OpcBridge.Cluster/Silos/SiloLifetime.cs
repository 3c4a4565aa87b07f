using Microsoft.Extensions.Hosting;

namespace S7OpcBridge.Cluster.Silos;

/// <summary>A host that starts and stops when it is told to, and leaves the process's signals to the program.</summary>
internal sealed class SiloLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
