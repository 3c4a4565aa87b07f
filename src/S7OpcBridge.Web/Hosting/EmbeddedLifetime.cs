using Microsoft.Extensions.Hosting;

namespace S7OpcBridge.Web.Hosting;

/// <summary>Signals are the program's; a web host in it ends with what it belongs to.</summary>
internal sealed class EmbeddedLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
