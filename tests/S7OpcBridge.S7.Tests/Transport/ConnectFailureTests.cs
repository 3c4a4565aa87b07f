using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.S7.Transport;
using S7OpcBridge.Testing;
using static S7OpcBridge.S7.Tests.ConnectFrames;

namespace S7OpcBridge.S7.Tests;

/// <summary>Connects that fail: what is told of the PLC, of the network and of the map.</summary>
[CancelAfter(30_000)]
public sealed class ConnectFailureTests
{
    [Test]
    public async Task A_port_where_nothing_listens_is_named() =>
        await AssertFails(
            new S7ConnectionOptions { Host = "127.0.0.1", Port = ClosedPort() },
            S7ConnectStage.Tcp,
            S7LinkCause.Refused,
            "nothing listens on port"
        );

    [Test]
    public async Task A_connection_that_is_reset_before_the_first_byte_is_a_lost_link_that_names_the_PLC()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var socket = EventLoop.Shared.Open(AddressFamily.InterNetwork, static _ => { });
        await socket.ConnectAsync(listener.LocalEndpoint, CancellationToken.None);
        using (var accepted = await listener.AcceptSocketAsync())
            accepted.LingerState = new LingerOption(true, 0);
        Assert.That(
            async () => await socket.ReceiveAsync(new byte[1], CancellationToken.None),
            Throws.InstanceOf<SocketException>(),
            "the reset has come"
        );

        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        Assert.That(
            async () =>
                await new S7Handshake(
                    "127.0.0.1",
                    socket,
                    new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
                    TimeProvider.System
                ).RunAsync(CancellationToken.None),
            Throws.InstanceOf<S7LinkException>().With.Message.Contains($"127.0.0.1:{port}")
        );
    }

    [Test]
    public async Task A_local_address_of_another_machine_is_named() =>
        await AssertFails(
            new S7ConnectionOptions
            {
                Host = "127.0.0.1",
                Port = ClosedPort(),
                Bind = IPAddress.Parse("192.0.2.1"),
            },
            S7ConnectStage.Tcp,
            S7LinkCause.BindFailed,
            "cannot connect from 192.0.2.1"
        );

    [Test]
    public async Task A_reset_after_the_connect_request_points_to_rack_and_slot() =>
        await AssertFailsAsync(
            new ScriptedPlcScript().Expect(AnyConnectRequest).Reset(),
            S7ConnectStage.Cotp,
            S7LinkCause.ClosedByPeer,
            "check rack and slot (remote TSAP 03.01, local 01.00)"
        );

    [Test]
    public async Task A_close_after_the_connect_request_points_to_rack_and_slot() =>
        await AssertFailsAsync(
            new ScriptedPlcScript().Expect(AnyConnectRequest).Close(),
            S7ConnectStage.Cotp,
            S7LinkCause.ClosedByPeer,
            "free connection"
        );

    [Test]
    public async Task A_disconnect_after_the_connect_request_tells_its_reason() =>
        await AssertFailsAsync(
            new ScriptedPlcScript().Expect(AnyConnectRequest).Send("03 00 00 0B 06 80 00 01 00 00 03").Silence(),
            S7ConnectStage.Cotp,
            S7LinkCause.Refused,
            "TSAP unknown"
        );

    [Test]
    public async Task A_close_after_the_setup_is_told_apart() =>
        await AssertFailsAsync(
            new ScriptedPlcScript().Expect(AnyConnectRequest).Send(Confirm).Expect(AnySetup).Close(),
            S7ConnectStage.Setup,
            S7LinkCause.ClosedByPeer,
            "closes the connection at the S7 setup"
        );

    [Test]
    public async Task A_refused_setup_tells_its_code() =>
        await AssertFailsAsync(
            new ScriptedPlcScript()
                .Expect(AnyConnectRequest)
                .Send(Confirm)
                .Expect(AnySetup)
                .Send("03 00 00 13 02 F0 80  32 02 00 00 {setup} 00 00 00 00 83 04")
                .Silence(),
            S7ConnectStage.Setup,
            S7LinkCause.Refused,
            "8304, resource bottleneck"
        );

    [Test]
    public async Task A_PLC_that_takes_TCP_and_says_nothing_is_given_up_after_the_timeout()
    {
        var asked = new TaskCompletionSource();
        await AssertTimesOutAsync(
            new ScriptedPlcScript().Expect(AnyConnectRequest).Tell(asked).Silence(),
            asked,
            S7ConnectStage.Cotp,
            "does not answer the COTP connect request within 20 s"
        );
    }

    [Test]
    public async Task A_PLC_that_says_nothing_to_the_setup_is_given_up_after_the_timeout()
    {
        var asked = new TaskCompletionSource();
        await AssertTimesOutAsync(
            new ScriptedPlcScript()
                .Expect(AnyConnectRequest)
                .Send(Confirm)
                .Expect(AnySetup)
                .Send("03 00 00 1B 02 F0")
                .Tell(asked)
                .Silence(),
            asked,
            S7ConnectStage.Setup,
            "does not answer the S7 setup within 20 s"
        );
    }

    [TestCase("48 54 54 50 2F 31 2E 31 20 34 30 30", "starts with byte 48")]
    [TestCase("03 00 00 08 02 F0 80 32", "this is not an S7 PLC")]
    public async Task A_server_that_is_no_PLC_is_named(string answer, string said)
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Expect(AnyConnectRequest).Send(answer).Silence());
        await Assert.ThatAsync(async () => await Link.ConnectAsync(plc), Throws.TypeOf<S7ProtocolException>().With.Message.Contains(said));
        await plc.Finished;
    }

    [Test]
    public async Task A_PDU_too_small_to_work_with_is_named()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake(pduSize: 64).Silence());
        await Assert.ThatAsync(
            async () => await Link.ConnectAsync(plc),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains("grants a PDU of 64 bytes")
        );
    }

    [Test]
    public async Task Two_hosts_that_fail_are_both_told() =>
        await AssertFails(
            new S7ConnectionOptions
            {
                Host = "127.0.0.1",
                Second = "127.0.0.2",
                Port = ClosedPort(),
            },
            S7ConnectStage.Tcp,
            S7LinkCause.Refused,
            "Neither host accepts the connection. 127.0.0.1:"
        );

    private static async Task AssertFailsAsync(ScriptedPlcScript script, S7ConnectStage stage, S7LinkCause cause, string said)
    {
        await using var plc = new ScriptedPlc(script);
        await AssertFails(Link.To(plc), stage, cause, said);
        await plc.Finished;
    }

    private static async Task AssertFails(S7ConnectionOptions options, S7ConnectStage stage, S7LinkCause cause, string said)
    {
        var failure = await Assert.ThrowsAsync<S7LinkException>(() =>
            S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None)
        );
        Assert.That(failure!.Message, Does.Contain(said));
        Assert.That((failure.Stage, failure.Cause), Is.EqualTo((stage, cause)));
    }

    private static async Task AssertTimesOutAsync(ScriptedPlcScript script, TaskCompletionSource asked, S7ConnectStage stage, string said)
    {
        var clock = new ManualClock();
        await using var plc = new ScriptedPlc(script);
        var connecting = Link.ConnectAsync(plc, clock);
        await asked.Task;
        clock.Advance(TimeSpan.FromSeconds(19));
        Assert.That(connecting.IsCompleted, Is.False);
        clock.Advance(TimeSpan.FromSeconds(1));
        var failure = await Assert.ThrowsAsync<S7LinkException>(() => connecting);
        Assert.That(failure!.Message, Does.Contain(said));
        Assert.That((failure.Stage, failure.Cause), Is.EqualTo((stage, S7LinkCause.TimedOut)));
        await plc.Finished;
    }

    private static int ClosedPort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
