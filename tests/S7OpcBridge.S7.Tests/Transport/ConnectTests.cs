using System.Net;
using System.Net.Sockets;
using S7OpcBridge.S7.Transport;
using S7OpcBridge.S7.Transport.Loop;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class ConnectTests
{
    private const string AnyConnectRequest = "03 00 00 16 11 E0 00 00 ?? ?? 00  C0 01 ??  C1 02 ?? ??  C2 02 ?? ??";
    private const string Confirm = "03 00 00 16 11 D0 00 01 00 05 00  C0 01 0A  C1 02 01 00  C2 02 03 01";
    private const string AnySetup = "03 00 00 19 02 F0 80  32 01 00 00 {setup} 00 08 00 00  F0 00 ?? ?? ?? ?? ?? ??";

    [Test]
    public async Task Connecting_asks_for_what_the_options_say_and_obeys_the_smallest()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript()
            .Expect("""
                03 00 00 16 11 E0 00 00 00 01 00
                C0 01 0A      # 1024 covers PDU 960 and its header
                C1 02 01 02
                C2 02 02 43   # OP, rack 2, slot 3
                """)
            .Send(Confirm)
            .Expect("03 00 00 19 02 F0 80  32 01 00 00 {setup} 00 08 00 00  F0 00 00 06 00 06 03 C0")
            .Send("03 00 00 1B 02 F0 80  32 03 00 00 {setup} 00 08 00 00 00 00  F0 00 00 05 00 03 01 E0")
            .ExpectFarewell());
        var options = Link.To(plc) with { LocalTsap = 0x0102, RemoteTsap = S7ConnectionOptions.TsapOf(S7ConnectionType.Op, 2, 3), MaxJobs = 6 };
        await using (var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None))
        {
            Assert.That(connection.PduSize, Is.EqualTo(480));
            Assert.That(connection.MaxJobs, Is.EqualTo(3));
            Assert.That(connection.IsAlive);
            Assert.That(connection.RemoteEndPoint, Is.EqualTo(new IPEndPoint(IPAddress.Loopback, plc.Port)));
        }
        await plc.Finished;
    }

    [Test]
    public async Task A_PLC_that_grants_more_than_asked_for_gets_no_more()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake(pduSize: 4096, jobs: 0));
        var options = Link.To(plc) with { PduSize = 240, MaxJobs = 4 };
        await using var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None);
        Assert.That(connection.PduSize, Is.EqualTo(240));
        Assert.That(connection.MaxJobs, Is.EqualTo(1), "no job at all would be no connection");
    }

    [TestCase(1)]
    [TestCase(3)]
    public async Task The_handshake_takes_frames_in_pieces_empty_frames_and_what_is_told_unasked(int piece)
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript()
            .Expect(AnyConnectRequest)
            .SendInPieces("03 00 00 1A 15 D0 00 01 00 05 00  C2 02 03 01  C6 02 AA BB  C1 02 01 00  C0 01 0A", piece)
            .Expect(AnySetup)
            .SendInPieces("""
                03 00 00 07 02 F0 80                                                  # empty
                03 00 00 1D 02 F0 80  32 07 00 00 00 00 00 08 00 04  00 01 12 04 11 04 02 00  0A 00 00 00   # a mode change
                03 00 00 0F 02 F0 00  32 03 00 00 {setup} 00 08                       # the answer in two fragments
                03 00 00 13 02 F0 80  00 00 00 00  F0 00 00 02 00 02 00 F0
                """, piece)
            .ExpectFarewell());
        await using (var connection = await Link.ConnectAsync(plc))
            Assert.That((connection.PduSize, connection.MaxJobs), Is.EqualTo((240, 2)));
        await plc.Finished;
    }

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
        using var socket = new LoopSocket(AddressFamily.InterNetwork, EventLoop.Shared);
        await socket.ConnectAsync(listener.LocalEndpoint, CancellationToken.None);
        using (var accepted = await listener.AcceptSocketAsync())
            accepted.LingerState = new LingerOption(true, 0);
        Assert.That(async () => await socket.ReceiveAsync(new byte[1], CancellationToken.None), Throws.InstanceOf<SocketException>(), "the reset has come");

        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        Assert.That(
            async () =>
                await new Handshake("127.0.0.1", socket, new S7ConnectionOptions { Host = "127.0.0.1", Port = port }, TimeProvider.System).RunAsync(
                    CancellationToken.None
                ),
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
    public async Task The_local_address_is_the_one_asked_for()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().ExpectFarewell());
        var options = Link.To(plc) with { Bind = IPAddress.Parse("127.0.0.3") };
        await using (await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None))
            Assert.That(((IPEndPoint)plc.Client!).Address, Is.EqualTo(IPAddress.Parse("127.0.0.3")));
        await plc.Finished;
    }

    [Test]
    public async Task IPv6_works()
    {
        if (!Socket.OSSupportsIPv6)
            Assert.Ignore("This machine has no IPv6.");
        await using var plc = new ScriptedPlc(IPAddress.IPv6Loopback, new ScriptedPlcScript().Handshake().ExpectFarewell());
        await using (await S7Connection.ConnectAsync(Link.To(plc) with { Host = "::1" }, TimeProvider.System, CancellationToken.None))
        {
        }
        await plc.Finished;
    }

    [Test]
    public async Task A_name_is_resolved()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().ExpectFarewell());
        await using (await S7Connection.ConnectAsync(Link.To(plc) with { Host = "localhost" }, TimeProvider.System, CancellationToken.None))
        {
        }
        await plc.Finished;
    }

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
        await AssertFailsAsync(new ScriptedPlcScript().Expect(AnyConnectRequest).Close(), S7ConnectStage.Cotp, S7LinkCause.ClosedByPeer, "free connection");

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
            new ScriptedPlcScript().Expect(AnyConnectRequest).Send(Confirm).Expect(AnySetup).Send("03 00 00 1B 02 F0").Tell(asked).Silence(),
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
    public async Task The_second_host_of_a_redundant_PLC_takes_over()
    {
        await using var plc = new ScriptedPlc(IPAddress.Parse("127.0.0.2"), new ScriptedPlcScript().Handshake().ExpectFarewell());
        var options = Link.To(plc) with { Second = "127.0.0.2" };
        await using (var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None))
            Assert.That(connection.RemoteEndPoint.ToString(), Does.StartWith("127.0.0.2:"));
        await plc.Finished;
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

    [Test]
    public async Task Cancelling_stops_a_connect_and_closes_the_socket()
    {
        var asked = new TaskCompletionSource();
        using var cancel = new CancellationTokenSource();
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Expect(AnyConnectRequest).Tell(asked).ExpectEnd());
        var connecting = S7Connection.ConnectAsync(Link.To(plc), TimeProvider.System, cancel.Token);
        await asked.Task;
        await cancel.CancelAsync();
        await Assert.ThatAsync(async () => await connecting, Throws.InstanceOf<OperationCanceledException>());
        await plc.Finished;
    }

    [Test]
    public async Task Options_outside_their_range_are_refused()
    {
        var good = new S7ConnectionOptions { Host = "127.0.0.1" };
        foreach (var bad in new[] { good with { Host = " " }, good with { PduSize = 64 }, good with { MaxJobs = 0 }, good with { Timeout = TimeSpan.Zero } })
            await Assert.ThatAsync(
                async () => await S7Connection.ConnectAsync(bad, TimeProvider.System, CancellationToken.None),
                Throws.InstanceOf<ArgumentException>()
            );
    }

    private static async Task AssertFailsAsync(ScriptedPlcScript script, S7ConnectStage stage, S7LinkCause cause, string said)
    {
        await using var plc = new ScriptedPlc(script);
        await AssertFails(Link.To(plc), stage, cause, said);
        await plc.Finished;
    }

    private static async Task AssertFails(S7ConnectionOptions options, S7ConnectStage stage, S7LinkCause cause, string said)
    {
        var failure = await Assert.ThrowsAsync<S7LinkException>(() => S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None));
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
