using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program where the machine has run out of something.</summary>
[TestFixture, CancelAfter(180_000), Platform(Exclude = "Win")]
public sealed class ScarcityTests
{
    private static readonly string Map = SoftPlant.Map(period: "200ms", fast: "100ms");

    [Test]
    public async Task Clients_cannot_take_the_last_file_handle_and_the_bridge_goes_on(CancellationToken cancellationToken)
    {
        const int handles = 400;
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(Map, cancellationToken, handles);
        await using var client = await ReloadObserver.WatchAsync(bridge.Endpoint, cancellationToken, "ns=2;s=Line1/Count");
        var sockets = new List<Socket>();
        try
        {
            for (var i = 0; i < handles; i++)
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                sockets.Add(socket);
                await socket.ConnectAsync(IPAddress.Loopback, new Uri(bridge.Endpoint).Port, cancellationToken);
            }
            await bridge.WriteMapAsync(Map + "      - { name: More, address: DB1.DBW8, type: Int, scan: fast }\n", cancellationToken);
            var seen = client.ChangesOf("ns=2;s=Line1/Count").Length;
            while (client.ChangesOf("ns=2;s=Line1/Count").Length < seen + 10)
                await client.ReadAsync("ns=2;s=Line1/Count", cancellationToken);
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }

        await bridge.Program.LineAsync(line => line.Contains("The map was loaded again", StringComparison.Ordinal), cancellationToken);
        var read = await Interop.RunAsync("ua-client.js", cancellationToken, bridge.Endpoint, "read", "ns=2;s=Line1/More");
        Assert.That(read[0].GetProperty("status").GetString(), Is.EqualTo("Good"));
        Assert.That(
            client.ChangesOf("ns=2;s=Line1/Count").Select(change => change.GetProperty("status").GetString()),
            Is.All.EqualTo("Good")
        );
        Assert.That(await client.EndAsync(cancellationToken), Is.Zero, "who was connected stayed connected");
    }

    [Test, Platform("Linux")]
    public async Task Without_a_file_handle_left_the_bridge_says_so_goes_on_and_recovers(CancellationToken cancellationToken)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        await using var bridge = await Bridge.StartAsync(FieldPlc.Map(plc), cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await client.FlowAsync(0, cancellationToken);

        await LimitHandlesAsync(bridge, Directory.GetFileSystemEntries($"/proc/{bridge.Program.Id}/fd").Length, cancellationToken);
        var sockets = new List<Socket>();
        try
        {
            for (var i = 0; i < 4; i++)
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                sockets.Add(socket);
                await socket.ConnectAsync(IPAddress.Loopback, new Uri(bridge.Endpoint).Port, cancellationToken);
            }
            await bridge.Program.LineAsync(line => line.Contains("No client can connect now", StringComparison.Ordinal), cancellationToken);
            for (var i = 0; i < 10; i++)
                await client.FlowAsync(0, cancellationToken);
            // The PLC's connection is the next to need one; it gets that of the connection that was lost, or none, and is tried for ever.
            plc.Faults.ResetConnections();
            await bridge.Program.LineAsync(line => line.Contains("connection lost", StringComparison.Ordinal), cancellationToken);

            await LimitHandlesAsync(bridge, 4096, cancellationToken);
            await client.NextAsync(0, value => value.Status.IsGood, cancellationToken);
            await bridge.Program.LineAsync(line => line.Contains("Clients can connect again", StringComparison.Ordinal), cancellationToken);
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }

        await using var other = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await other.FlowAsync(0, cancellationToken);
        Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)), "who was connected stayed connected");
        Assert.That(
            bridge.Program.Output.Split('\n').Count(line => line.Contains("No client can connect now", StringComparison.Ordinal)),
            Is.EqualTo(1)
        );
        Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
    }

    private static async Task LimitHandlesAsync(Bridge bridge, int handles, CancellationToken cancellationToken)
    {
        using var prlimit = Process.Start("prlimit", [$"--pid={bridge.Program.Id}", $"--nofile={handles}:"]);
        await prlimit.WaitForExitAsync(cancellationToken);
        Assert.That(prlimit.ExitCode, Is.Zero);
    }
}
