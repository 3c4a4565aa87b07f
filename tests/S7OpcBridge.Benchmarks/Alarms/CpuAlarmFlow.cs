using System.Diagnostics;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>The alarms of a CPU from end to end: a soft PLC by S7CommPlus, the whole bridge, and one client that listens at the Server object.</summary>
internal static class CpuAlarmFlow
{
    private const int Rate = 5000,
        Seconds = 10,
        Tick = 10,
        Alarms = 500;
    private const uint ControllerAlarmType = 1001; // in namespace 2

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>Changes of which the client got no event, of 5,000 a second for ten seconds.</summary>
    public static async Task<double?> LostAsync()
    {
        using var giveUp = new CancellationTokenSource(TimeSpan.FromSeconds(Seconds) + Patience);
        await using var plc = new SoftPlc(new SoftPlcOptions { Plus = Options() }, TimeProvider.System);
        plc.Start();
        await using var acquisition = new Acquisition(MapOf(plc.Port), TimeProvider.System, NullLoggerFactory.Instance);
        using var alarms = new BridgeAlarms(acquisition, "urn:bench", hasSystem: false, TimeProvider.System, NullLoggerFactory.Instance);
        var options = new UaServerOptions { ApplicationUri = "urn:bench", Endpoint = "opc.tcp://localhost:0" };
        await using var server = new BridgeServer(acquisition, options, "urn:bench:tags", NullLoggerFactory.Instance, alarms: alarms);
        await server.StartAsync(giveUp.Token);
        acquisition.Start();
        while (acquisition.StatusOf(0).Alarms is not { IsSending: true })
            await Task.Delay(10, giveUp.Token);
        await using var client = await UaTestClient.ConnectAsync(server.Port, giveUp.Token);
        var events = await UaTestEvents.ListenAsync(client, Ids.Server, giveUp.Token, "EventType", "Message");

        // The compiler's work of the first events takes longer than the client's queue lasts.
        var lost = await FlowAsync(plc, events, Alarms, Alarms * 4, giveUp.Token);
        lost += await FlowAsync(plc, events, Rate, Rate * Seconds, giveUp.Token);
        return lost + acquisition.StatusOf(0).Alarms!.Lost;
    }

    private static async Task<int> FlowAsync(SoftPlc plc, UaTestEvents events, int rate, int changes, CancellationToken cancellationToken)
    {
        var raising = Task.Run(() => RaiseAsync(plc, rate, changes, cancellationToken), cancellationToken);
        var got = 0;
        try
        {
            for (; got < changes; got++)
                await events.NextAsync(
                    cancellationToken,
                    static happened => happened["EventType"].Reference is NodeId { Namespace: 2, Numeric: ControllerAlarmType }
                );
        }
        catch (OperationCanceledException)
        {
            // What did not come is lost.
        }
        await raising;
        return changes - got;
    }

    private static async Task RaiseAsync(SoftPlc plc, int rate, int changes, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(Tick));
        for (var sent = 0; sent < changes && await timer.WaitForNextTickAsync(cancellationToken); )
        {
            for (var due = Math.Min(changes, (int)(Stopwatch.GetElapsedTime(start).TotalSeconds * rate)); sent < due; sent++)
                plc.Plus!.Alarms.Set($"DB_Pack/{1 + sent % Alarms}", sent / Alarms % 2 == 0);
        }
    }

    private static SoftPlusOptions Options() =>
        new()
        {
            Blocks = [new SoftBlock("DB_Pack", 10, [new SoftSymbol("Count", "DInt")])],
            Alarms =
            [
                .. Enumerable
                    .Range(1, Alarms)
                    .Select(number => new SoftAlarm(
                        "DB_Pack",
                        number,
                        [new(1033, $"Motor {number} stopped at @1%d@"), new(1031, $"Motor {number} steht bei @1%d@")]
                    )
                    {
                        Values = ["DB_Pack.Count"],
                    }),
            ],
        };

    private static TagMap MapOf(int port) =>
        new()
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "P",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
                    S7Plus = new S7PlusSettings(),
                    Alarms = new CpuAlarmSettings(),
                },
            ],
            ScanGroups = [new ScanGroup(0, 0, "normal", TimeSpan.FromSeconds(1))],
            Tags = [],
        };
}
