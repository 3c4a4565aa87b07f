using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Testing;
using static S7OpcBridge.S7.Tests.ConnectFrames;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class ConnectTests
{
    [Test]
    public async Task Connecting_asks_for_what_the_options_say_and_obeys_the_smallest()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Expect(
                    """
                    03 00 00 16 11 E0 00 00 00 01 00
                    C0 01 0A      # 1024 covers PDU 960 and its header
                    C1 02 01 02
                    C2 02 02 43   # OP, rack 2, slot 3
                    """
                )
                .Send(Confirm)
                .Expect("03 00 00 19 02 F0 80  32 01 00 00 {setup} 00 08 00 00  F0 00 00 06 00 06 03 C0")
                .Send("03 00 00 1B 02 F0 80  32 03 00 00 {setup} 00 08 00 00 00 00  F0 00 00 05 00 03 01 E0")
                .ExpectFarewell()
        );
        var options = Link.To(plc) with
        {
            LocalTsap = 0x0102,
            RemoteTsap = S7ConnectionOptions.TsapOf(S7ConnectionType.Op, 2, 3),
            MaxJobs = 6,
        };
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
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Expect(AnyConnectRequest)
                .SendInPieces("03 00 00 1A 15 D0 00 01 00 05 00  C2 02 03 01  C6 02 AA BB  C1 02 01 00  C0 01 0A", piece)
                .Expect(AnySetup)
                .SendInPieces(
                    """
                    03 00 00 07 02 F0 80                                                  # empty
                    03 00 00 1D 02 F0 80  32 07 00 00 00 00 00 08 00 04  00 01 12 04 11 04 02 00  0A 00 00 00   # a mode change
                    03 00 00 0F 02 F0 00  32 03 00 00 {setup} 00 08                       # the answer in two fragments
                    03 00 00 13 02 F0 80  00 00 00 00  F0 00 00 02 00 02 00 F0
                    """,
                    piece
                )
                .ExpectFarewell()
        );
        await using (var connection = await Link.ConnectAsync(plc))
            Assert.That((connection.PduSize, connection.MaxJobs), Is.EqualTo((240, 2)));
        await plc.Finished;
    }

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
        await using (await S7Connection.ConnectAsync(Link.To(plc) with { Host = "::1" }, TimeProvider.System, CancellationToken.None)) { }
        await plc.Finished;
    }

    [Test]
    public async Task A_name_is_resolved()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().ExpectFarewell());
        await using (await S7Connection.ConnectAsync(Link.To(plc) with { Host = "localhost" }, TimeProvider.System, CancellationToken.None))
        { }
        await plc.Finished;
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
        foreach (
            var bad in new[]
            {
                good with
                {
                    Host = " ",
                },
                good with
                {
                    PduSize = 64,
                },
                good with
                {
                    MaxJobs = 0,
                },
                good with
                {
                    Timeout = TimeSpan.Zero,
                },
            }
        )
            await Assert.ThatAsync(
                async () => await S7Connection.ConnectAsync(bad, TimeProvider.System, CancellationToken.None),
                Throws.InstanceOf<ArgumentException>()
            );
    }
}
