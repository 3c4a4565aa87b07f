using System.CommandLine;
using System.Net;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Hosting;

internal sealed class WitnessHost(IPEndPoint listen, string file, string secret, ILogger logger, TextWriter output) : IHostedService
{
    private WitnessServer? _witness;

    /// <summary>Runs a witness until the program is stopped; returns the exit code.</summary>
    public static Task<int> RunAsync(
        IPEndPoint listen,
        string file,
        string secret,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    ) =>
        ConsoleHost.RunAsync(
            loggers => new WitnessHost(listen, file, secret, loggers.CreateLogger<WitnessServer>(), console.Output),
            console.Error,
            cancellationToken
        );

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            _witness = await WitnessServer.StartAsync(listen, file, secret, TimeProvider.System, logger, cancellationToken);
        }
        catch (ClusterStoreException unusable)
        {
            throw new StartException(unusable.Message, unusable);
        }
        output.WriteLine($"The witness listens on {_witness.Endpoint}; stop with Ctrl+C.");
        output.Flush();
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_witness is not null)
            await _witness.DisposeAsync();
        _witness = null;
    }
}
