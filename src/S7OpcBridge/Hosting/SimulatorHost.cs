using System.CommandLine;
using Microsoft.Extensions.Hosting;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>Runs only the soft PLCs of a map, for other S7 clients or another bridge on this machine.</summary>
internal sealed class SimulatorHost(BridgeMap map, int firstPort, TextWriter output, TimeProvider time) : IHostedService
{
    private SimulatedPlant? _plant;

    /// <summary>Runs until the program is stopped; returns the exit code.</summary>
    public static Task<int> RunAsync(BridgeMap map, int firstPort, InvocationConfiguration console, CancellationToken cancellationToken) =>
        ConsoleHost.RunAsync(_ => new SimulatorHost(map.WithAllSimulated(), firstPort, console.Output, TimeProvider.System), console.Error, cancellationToken);

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        _plant = await SimulatedPlant.StartAsync(map, firstPort, time);
        foreach (var softPlc in _plant.SoftPlcs)
            output.WriteLine($"{softPlc.Name}: {softPlc.Endpoint}");
        output.WriteLine("Soft PLCs are running; stop with Ctrl+C.");
        output.Flush();
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_plant is not null)
            await _plant.DisposeAsync();
        _plant = null;
    }
}
