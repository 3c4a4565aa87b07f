using System.CommandLine;
using Microsoft.Extensions.Hosting;
using S7OpcBridge.Map;
using S7OpcBridge.Simulation;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Hosting;

/// <summary>
/// Soft PLCs on their own, for other S7 clients or a bridge elsewhere on this machine: those of a map, or one with the blocks of TIA sources.
/// </summary>
internal sealed class SimulatorHost(Func<Task<SimulatorHost.Running>> start, TextWriter output) : IHostedService
{
    private IAsyncDisposable? _running;

    /// <summary>Runs the soft PLCs of a map until the program is stopped; returns the exit code.</summary>
    public static Task<int> RunAsync(
        BridgeMap map,
        int firstPort,
        FaultScript? faults,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    ) =>
        RunAsync(
            async () =>
            {
                var plant = await SimulatedPlant.StartAsync(map.WithAllSimulated(), firstPort, TimeProvider.System, faults);
                return new Running(plant, plant.SoftPlcs);
            },
            console,
            cancellationToken
        );

    /// <summary>Runs one soft PLC with the blocks of TIA sources until the program is stopped; returns the exit code.</summary>
    public static Task<int> RunAsync(
        IReadOnlyList<TiaBlock> blocks,
        int port,
        bool moves,
        FaultScript? faults,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    ) =>
        RunAsync(
            async () =>
            {
                var softPlc = SourcePlc.Build(blocks, new SoftPlcOptions { Port = port, Script = faults }, moves, TimeProvider.System);
                try
                {
                    faults?.CheckFor([softPlc]);
                    softPlc.Start();
                    return new Running(softPlc, [softPlc]);
                }
                catch
                {
                    await softPlc.DisposeAsync();
                    throw;
                }
            },
            console,
            cancellationToken
        );

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        (_running, var softPlcs) = await start();
        foreach (var softPlc in softPlcs)
        {
            output.WriteLine($"{softPlc.Name}: {softPlc.Endpoint}");
            if (softPlc.Plus is { } plus)
                output.WriteLine($"  S7CommPlus by symbol, certificate {plus.Thumbprint}");
        }
        output.WriteLine("Soft PLCs are running; stop with Ctrl+C.");
        output.Flush();
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_running is not null)
            await _running.DisposeAsync();
        _running = null;
    }

    private static Task<int> RunAsync(Func<Task<Running>> start, InvocationConfiguration console, CancellationToken cancellationToken) =>
        ConsoleHost.RunAsync(_ => new SimulatorHost(start, console.Output), console.Error, cancellationToken);

    /// <summary>The running soft PLCs.</summary>
    /// <param name="Whole">Stops all of them.</param>
    /// <param name="SoftPlcs">The soft PLCs, for display.</param>
    internal sealed record Running(IAsyncDisposable Whole, IReadOnlyList<SoftPlc> SoftPlcs);
}
