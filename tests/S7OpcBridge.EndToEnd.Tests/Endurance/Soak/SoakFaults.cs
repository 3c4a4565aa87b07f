using System.Net.Sockets;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What goes wrong in a soak, one thing after the other, chosen by a seed. Counts what it did.</summary>
internal sealed class SoakFaults(Random random, SoakPlant plant, Bridge bridge)
{
    private static readonly TimeSpan CutFor = TimeSpan.FromSeconds(2);

    private readonly UaTestCertificates _stranger = new();
    private readonly SortedDictionary<string, int> _done = [];
    private int _round;
    private Subscriber? _restless;

    /// <summary>How often each thing was done.</summary>
    public IReadOnlyDictionary<string, int> Done => _done;

    /// <summary>Goes on until the time is over; leaves everything mended.</summary>
    public async Task RunAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        using var time = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        time.CancelAfter(duration);
        while (!time.IsCancellationRequested)
        {
            await StrikeAsync(cancellationToken);
            var pause = TimeSpan.FromMilliseconds(random.Next(200, 1500));
            await Task.Delay(pause, TimeProvider.System, time.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        await LeaveAsync();
        foreach (var plc in plant.Harmed)
        {
            plc.Faults.Clear();
            plc.Faults.MendCable();
            plc.Cpu.IsRunning = true;
        }
    }

    private Task StrikeAsync(CancellationToken cancellationToken)
    {
        var plc = plant.Harmed[random.Next(plant.Harmed.Length)];
        return random.Next(12) switch
        {
            0 => DoAsync("PLC links reset", plc.Faults.ResetConnections),
            1 => DoAsync("PLC links closed", plc.Faults.CloseConnections),
            2 => DoAsync("cables cut", () => CutAsync(plc, cancellationToken)),
            3 => DoAsync("PLCs stopped", () => StopAsync(plc, cancellationToken)),
            4 => DoAsync(
                "slow answers",
                () => plc.Faults.Arm(Fault.Delay(TimeSpan.FromMilliseconds(random.Next(50, 900))), FaultPoint.Job, times: 5)
            ),
            5 => DoAsync("answers dropped", () => plc.Faults.Arm(Fault.Drop(), FaultPoint.Job)),
            6 => DoAsync(
                "answers broken",
                () => plc.Faults.Arm(random.Next(2) == 0 ? Fault.Garbage() : Fault.WrongReference(), FaultPoint.Job)
            ),
            7 => DoAsync("clients that vanish", () => VanishAsync(cancellationToken)),
            8 => DoAsync("map reloads", () => bridge.WriteMapAsync(plant.Map(++_round), cancellationToken)),
            9 => DoAsync("unknown certificates", () => ComeAsStrangerAsync(cancellationToken)),
            10 => DoAsync("garbage to the server", () => SendGarbageAsync(cancellationToken)),
            _ => DoAsync(
                "PLCs rebooted",
                () => plc.Faults.RebootAsync(TimeSpan.FromMilliseconds(random.Next(100, 1500)), cancellationToken)
            ),
        };
    }

    private Task DoAsync(string what, Action work) =>
        DoAsync(
            what,
            () =>
            {
                work();
                return Task.CompletedTask;
            }
        );

    private Task DoAsync(string what, Func<Task> work)
    {
        _done[what] = _done.GetValueOrDefault(what) + 1;
        return work();
    }

    private static async Task CutAsync(SoftPlc plc, CancellationToken cancellationToken)
    {
        plc.Faults.CutCable();
        await Task.Delay(CutFor, TimeProvider.System, cancellationToken);
        plc.Faults.MendCable();
    }

    private static async Task StopAsync(SoftPlc plc, CancellationToken cancellationToken)
    {
        plc.Cpu.IsRunning = false;
        await Task.Delay(CutFor / 2, TimeProvider.System, cancellationToken);
        plc.Cpu.IsRunning = true;
    }

    /// <summary>A client subscribes; the next time it is gone without a word, and another one comes.</summary>
    private async Task VanishAsync(CancellationToken cancellationToken)
    {
        await LeaveAsync();
        _restless = await Subscriber.SubscribeAsync(
            bridge.Endpoint,
            50,
            new Subscriber.SessionLifetimes(TimeSpan.FromSeconds(10), 100),
            cancellationToken,
            plant.Nodes
        );
    }

    private async Task LeaveAsync()
    {
        if (_restless is not null)
            await _restless.DisposeAsync();
        _restless = null;
    }

    private async Task ComeAsStrangerAsync(CancellationToken cancellationToken)
    {
        try
        {
            await UaTestClient.ConnectAsync(
                new Uri(bridge.Endpoint).Port,
                _stranger,
                SecurityPolicy.Basic256Sha256,
                MessageSecurityMode.SignAndEncrypt,
                cancellationToken
            );
            Assert.Fail("A stranger was let in.");
        }
        catch (Exception e) when (e is UaTestErrorException or IOException or SocketException or EndOfStreamException)
        {
            // As it should be.
        }
    }

    private async Task SendGarbageAsync(CancellationToken cancellationToken)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync("127.0.0.1", new Uri(bridge.Endpoint).Port, cancellationToken);
        var bytes = random.Next(2) == 0 ? new byte[random.Next(1, 4000)] : UaTestChannel.Hello();
        random.NextBytes(bytes.AsSpan(Math.Min(bytes.Length, 8)));
        await socket.SendAsync(bytes, cancellationToken);
    }
}
