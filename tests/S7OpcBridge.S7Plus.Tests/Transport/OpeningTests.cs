using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7Plus.Tests.Transport;

/// <summary>Each stage of opening a connection fails with its name and a sentence.</summary>
[CancelAfter(60_000)]
internal sealed class OpeningTests
{
    private static readonly byte[] Confirm = Convert.FromHexString(
        "030000241FD00001000200C0010AC1020600C21053494D415449432D524F4F542D484D49"
    );

    [Test]
    public async Task A_closed_port_is_refused_by_TCP(CancellationToken cancel)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Dispose();
        await FailsAsync(port, S7PlusStage.Tcp, S7PlusLinkCause.Refused, "nothing listens", cancel);
    }

    [Test]
    public async Task An_unknown_name_fails_in_resolving(CancellationToken cancel)
    {
        var options = Options(1) with { Host = "no-such-host.invalid" };
        var failure = await Assert.ThrowsAsync<S7PlusLinkException>(() => PlusConnector.OpenAsync(options, TimeProvider.System, cancel));
        Assert.That((failure!.Stage, failure.Cause), Is.EqualTo((S7PlusStage.Resolve, S7PlusLinkCause.NameUnknown)));
    }

    // Reference: captures of real CPUs.
    [Test]
    public void The_connect_request_is_that_of_a_panel() =>
        Assert.That(
            Convert.ToHexString(CotpOpening.Request.ToFrame()),
            Is.EqualTo("030000241FE00000000100C0010AC1020600C2105349" + "4D415449432D524F4F542D484D49")
        );

    [Test]
    public void A_confirm_without_parameters_leaves_the_size_that_was_asked_for() =>
        Assert.That(CotpOpening.TpduSizeWith(CotpConnect.Read(Convert.FromHexString("06D00001000200"))), Is.EqualTo(1024));

    [Test]
    public async Task A_COTP_disconnect_is_a_refusal(CancellationToken cancel) =>
        await ScriptAsync(
            [Convert.FromHexString("0300000B06800001000083")],
            S7PlusStage.Cotp,
            S7PlusLinkCause.Refused,
            "no free connection",
            cancel
        );

    [Test]
    public async Task A_close_when_asked_for_TLS_is_told_as_that(CancellationToken cancel) =>
        await ScriptAsync([Confirm], S7PlusStage.InitSsl, S7PlusLinkCause.ClosedByPeer, "does not speak S7CommPlus over TLS", cancel);

    [Test]
    public async Task A_refusal_of_TLS_names_firmware_and_menu(CancellationToken cancel) =>
        await ScriptAsync(
            [Confirm, Data("7201001032000005B300000001700500000000007201" + "0000")],
            S7PlusStage.InitSsl,
            S7PlusLinkCause.Refused,
            "TIA Portal",
            cancel
        );

    [Test]
    public async Task A_close_in_the_handshake_is_told_as_that(CancellationToken cancel) =>
        await ScriptAsync(
            [Confirm, Data(Convert.ToHexString(InitSsl.Answer.Span))],
            S7PlusStage.Tls,
            S7PlusLinkCause.ClosedByPeer,
            "TLS 1.3",
            cancel
        );

    [Test]
    public async Task Bytes_that_are_no_TLS_end_the_handshake(CancellationToken cancel) =>
        await ScriptAsync(
            [Confirm, Data(Convert.ToHexString(InitSsl.Answer.Span) + "1603030005" + "0100000155")],
            S7PlusStage.Tls,
            S7PlusLinkCause.Refused,
            "handshake",
            cancel
        );

    [Test]
    public async Task A_certificate_that_nobody_decides_about_is_not_trusted(CancellationToken cancel)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var plc = AcceptAsync(listener, cancel);
        var options = Options(((IPEndPoint)listener.LocalEndpoint).Port) with { CertificateCheck = null };
        var failure = await Assert.ThrowsAsync<S7PlusTrustException>(() => PlusConnector.OpenAsync(options, TimeProvider.System, cancel));
        Assert.That((failure!.Stage, failure.IsTransient), Is.EqualTo((S7PlusStage.Certificate, false)));
        await using var duplex = (await plc).Duplex;
        Assert.That(await duplex.ReceiveAsync(new byte[1], cancel), Is.Zero, "no byte of S7CommPlus was sent");
    }

    [Test]
    public async Task What_is_sent_arrives_whatever_its_length_and_a_longer_piece_is_refused(CancellationToken cancel)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var accepting = AcceptAsync(listener, cancel);
        await using var link = await PlusConnector.OpenAsync(
            Options(((IPEndPoint)listener.LocalEndpoint).Port),
            TimeProvider.System,
            cancel
        );
        await using var plc = (await accepting).Duplex;
        Assert.That(link.Duplex.MaxSend, Is.EqualTo(1024 - 7 - 22));
        foreach (var length in new[] { 1, 2, 500, link.Duplex.MaxSend })
        {
            var sent = Enumerable.Range(0, length).Select(i => (byte)i).ToArray();
            await link.Duplex.SendAsync(sent, cancel);
            var received = new byte[length];
            for (var at = 0; at < length; )
                at += await plc.ReceiveAsync(received.AsMemory(at), cancel);
            Assert.That(received, Is.EqualTo(sent));
        }

        Assert.That(async () => await link.Duplex.SendAsync(new byte[996], cancel), Throws.InstanceOf<ArgumentOutOfRangeException>());
        await plc.DisposeAsync();
        Assert.That(await link.Duplex.ReceiveAsync(new byte[1], cancel), Is.Zero);
    }

    [TestCase(0, S7PlusStage.Cotp)]
    [TestCase(1, S7PlusStage.InitSsl)]
    [TestCase(2, S7PlusStage.Tls)]
    public async Task Silence_ends_the_stage_that_it_befalls(int answers, S7PlusStage stage, CancellationToken cancel)
    {
        byte[][] script = [Confirm, Data(Convert.ToHexString(InitSsl.Answer.Span))];
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var clock = new ManualClock();
        var opening = PlusConnector.OpenAsync(Options(((IPEndPoint)listener.LocalEndpoint).Port), clock, cancel);
        using var socket = await listener.AcceptSocketAsync(cancel);
        var buffer = new byte[4096];
        for (var i = 0; i <= answers; i++)
        {
            await socket.ReceiveAsync(buffer, cancel);
            if (i < answers)
                await socket.SendAsync(script[i], cancel);
        }

        clock.Advance(TimeSpan.FromSeconds(31));
        var failure = await Assert.ThrowsAsync<S7PlusLinkException>(() => opening);
        Assert.That((failure!.Stage, failure.Cause), Is.EqualTo((stage, S7PlusLinkCause.TimedOut)));
        Assert.That(failure.Message, Does.Contain("within 30 s"));
    }

    [Test]
    public async Task The_second_host_is_tried_when_the_first_does_not_take_the_connection(CancellationToken cancel)
    {
        using var listener = new TcpListener(IPAddress.Parse("127.0.0.2"), 0);
        listener.Start();
        var accepting = AcceptAsync(listener, cancel);
        var options = Options(((IPEndPoint)listener.LocalEndpoint).Port) with { Host = "127.0.0.3", Second = "127.0.0.2" };
        await using var link = await PlusConnector.OpenAsync(options, TimeProvider.System, cancel);
        Assert.That(link.Host, Is.EqualTo("127.0.0.2"));
        await (await accepting).Duplex.DisposeAsync();
    }

    private static S7PlusConnectionOptions Options(int port) =>
        new()
        {
            Host = "127.0.0.1",
            Port = port,
            Timeout = TimeSpan.FromSeconds(30),
            CertificateCheck = (_, _) => new ValueTask<S7PlusTrust>(S7PlusTrust.Yes),
        };

    private static byte[] Data(string hex)
    {
        var payload = Convert.FromHexString(hex);
        var frame = new byte[Cotp.FrameOverhead + payload.Length];
        Cotp.WriteDataHeader(frame, payload.Length, last: true);
        payload.CopyTo(frame, Cotp.FrameOverhead);
        return frame;
    }

    private static async Task<PlusAcceptance> AcceptAsync(TcpListener listener, CancellationToken cancel)
    {
        var socket = await listener.AcceptSocketAsync(cancel);
        return await PlusAcceptance.AcceptAsync(socket, TlsIdentity.Create("PLC", TimeProvider.System.GetUtcNow()), null, cancel);
    }

    private static async Task FailsAsync(int port, S7PlusStage stage, S7PlusLinkCause cause, string words, CancellationToken cancel)
    {
        var failure = await Assert.ThrowsAsync<S7PlusLinkException>(() =>
            PlusConnector.OpenAsync(Options(port), TimeProvider.System, cancel)
        );
        Assert.That((failure!.Stage, failure.Cause), Is.EqualTo((stage, cause)), failure.Message);
        Assert.That(failure.Message, Does.Contain(words).And.EndWith("."));
    }

    // A machine that answers each thing that comes with the next line of a script, and closes at its end.
    private static async Task ScriptAsync(byte[][] script, S7PlusStage stage, S7PlusLinkCause cause, string words, CancellationToken cancel)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var playing = Task.Run(
            async () =>
            {
                using var socket = await listener.AcceptSocketAsync(cancel);
                var buffer = new byte[4096];
                foreach (var line in script)
                {
                    await socket.ReceiveAsync(buffer, cancel);
                    await socket.SendAsync(line, cancel);
                }

                await socket.ReceiveAsync(buffer, cancel);
                socket.Shutdown(SocketShutdown.Send);
                await socket.ReceiveAsync(buffer, cancel);
            },
            cancel
        );
        await FailsAsync(((IPEndPoint)listener.LocalEndpoint).Port, stage, cause, words, cancel);
        await playing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
