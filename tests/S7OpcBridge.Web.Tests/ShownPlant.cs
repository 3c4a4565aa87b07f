using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Alarms;
using S7OpcBridge.Core;
using S7OpcBridge.Hosting;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Pages;
using S7OpcBridge.Simulation;

namespace S7OpcBridge.Web.Tests;

/// <summary>The parts of a running bridge that pages look at, without the rest of the program.</summary>
internal sealed class ShownPlant : IAsyncDisposable
{
    private readonly SimulatedPlant _plant;
    private readonly Acquisition _acquisition;
    private readonly SecureServer _server;

    private readonly AlarmHosting _alarms;

    private ShownPlant(BridgeMap map, SimulatedPlant plant, Acquisition acquisition, SecureServer server, AlarmHosting alarms)
    {
        (_plant, _acquisition, _server, _alarms) = (plant, acquisition, server, alarms);
        View = BridgeViews.Create(() => map, acquisition, server.Server, TimeProvider.System, history: null) with
        {
            Certificates = () => Certificates,
        };
    }

    public BridgeView View { get; }

    /// <summary>The port of the OPC UA server.</summary>
    public int Port => _server.Server.Port;

    /// <summary>What pages may do, with users of any name and password.</summary>
    public BridgeCommands Commands =>
        ActionRig.WithUsers() with
        {
            Values = PageValues.Create(_server.Server),
            Alarms = PageAlarms.Create(_server.Server),
        };

    /// <summary>What editing tags asks of it.</summary>
    public TagCommands Tags => new PageTags(_acquisition, static () => null).Commands;

    /// <summary>What the server would show and trust.</summary>
    public IReadOnlyList<KnownCertificate> Certificates { get; set; } = [];

    /// <summary>The soft PLC of a name that the map simulates.</summary>
    public Simulator.SoftPlc SoftPlc => _plant.SoftPlcs[0];

    /// <param name="plcs">The PLCs of the map, as YAML below <c>plcs:</c>.</param>
    /// <param name="cancellationToken">The test is over.</param>
    /// <param name="reads">False: nothing connects.</param>
    /// <param name="keys">Lines of the map before its PLCs.</param>
    public static async Task<ShownPlant> StartAsync(string plcs, CancellationToken cancellationToken, bool reads = true, string keys = "")
    {
        var (map, findings) = MapText.Load(
            $$"""
            server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
            {{keys}}
            plcs:
            {{plcs}}
            """
        );
        Assert.That(map, Is.Not.Null, string.Join('\n', findings));
        var plant = await SimulatedPlant.StartAsync(map!, firstPort: 0, TimeProvider.System);
        var acquisition = new Acquisition(plant.Redirect(map!.Tags), TimeProvider.System, NullLoggerFactory.Instance);
        var alarms = AlarmHosting.Start(map, acquisition, TimeProvider.System, NullLoggerFactory.Instance);
        var served = new ServedPlant(acquisition) { Alarms = alarms.Alarms };
        var server = await OpcUaHosting.StartAsync(map, served, TimeProvider.System, NullLoggerFactory.Instance, cancellationToken);
        if (reads)
            acquisition.Start();
        return new ShownPlant(map, plant, acquisition, server, alarms);
    }

    /// <summary>Looks again and again until it is as it should be.</summary>
    public static async Task<T> UntilAsync<T>(Func<T> look, Predicate<T> fits, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (true)
        {
            if (look() is var seen && fits(seen))
                return seen;
            await timer.WaitForNextTickAsync(cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _acquisition.DisposeAsync();
        await _alarms.DisposeAsync();
        await _plant.DisposeAsync();
    }
}
