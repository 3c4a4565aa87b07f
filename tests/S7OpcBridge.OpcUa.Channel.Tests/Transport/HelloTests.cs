using System.Text;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

[CancelAfter(20_000)]
internal sealed class HelloTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("Protocol UA TCP")]
    public async Task Neither_buffer_becomes_larger_than_what_the_client_offers()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        var acknowledge = await channel.HelloAsync(Stop, receiveBuffer: 10_000, sendBuffer: 655_360);
        Assert.That(acknowledge, Is.EqualTo((uint[])[0, 65_536, 10_000, 16 * 1024 * 1024, 4096]));
    }

    [Test]
    public async Task A_hello_that_comes_byte_by_byte_is_understood()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        foreach (var one in UaTestChannel.Hello())
            await channel.SendRawAsync(new[] { one }, Stop);
        Assert.That((await channel.ReceiveFrameAsync(Stop))[..4], Is.EqualTo("ACKF"u8.ToArray()));
    }

    [TestCase(8191u, 65_536u), TestCase(65_536u, 0u)]
    [ConformanceUnit("Protocol UA TCP")]
    public async Task Small_buffers_are_refused(uint receive, uint send)
    {
        await StartAsync();
        var channel = await ConnectAsync();
        Assert.That(await StatusOf(channel.HelloAsync(Stop, receive, send)), Is.EqualTo("ERR BadConnectionRejected"));
        Assert.That(await channel.HangsUpAsync(Stop), Is.True);
    }

    [Test]
    [ConformanceUnit("Protocol UA TCP")]
    public async Task A_url_of_more_than_4096_bytes_is_refused()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        var hello = UaTestChannel.Hello(url: new string('x', 4096));
        BitConverter.TryWriteBytes(hello.AsSpan(28), 5000);
        await channel.SendRawAsync(hello, Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadTcpEndpointUrlInvalid"));
    }

    [Test]
    public async Task A_second_hello_ends_the_connection()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Assert.That(await StatusOf(channel.HelloAsync(Stop)), Is.EqualTo("ERR BadTcpMessageTypeInvalid"));
    }

    [Test]
    public async Task A_web_browser_is_told_that_this_is_no_opc_ua_and_the_event_says_who_it_was()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        await channel.SendRawAsync("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"u8.ToArray(), Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadTcpMessageTypeInvalid"));
        var garbage = await Server.HappensAsync<GarbageReceived>(Stop);
        Assert.That(garbage.Text, Does.StartWith("127.0.0.1:").And.Contain("no OPC UA frame"));
    }

    [
        TestCase(0u, "BadTcpMessageTypeInvalid"),
        TestCase(11u, "BadTcpMessageTypeInvalid"),
        TestCase(5000u, "BadTcpMessageTooLarge"),
        TestCase(uint.MaxValue, "BadTcpMessageTooLarge")
    ]
    public async Task A_size_that_no_hello_has_is_refused_before_its_body_comes(uint size, string expected)
    {
        await StartAsync();
        var channel = await ConnectAsync();
        await channel.SendRawAsync((byte[])[.. "HELF"u8, .. BitConverter.GetBytes(size)], Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR " + expected));
    }

    [
        TestCase("OPNF", "BadTcpMessageTypeInvalid"),
        TestCase("MSGF", "BadTcpSecureChannelUnknown"),
        TestCase("CLOF", "BadTcpSecureChannelUnknown"),
        TestCase("ACKF", "BadTcpMessageTypeInvalid"),
        TestCase("HELC", "BadTcpMessageTypeInvalid"),
        TestCase("MSGX", "BadTcpMessageTypeInvalid")
    ]
    [ConformanceUnit("Protocol UA TCP")]
    public async Task Nothing_else_may_come_first(string letters, string expected)
    {
        await StartAsync();
        var channel = await ConnectAsync();
        await channel.SendRawAsync((byte[])[.. Encoding.ASCII.GetBytes(letters), 32, 0, 0, 0, .. new byte[24]], Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR " + expected));
    }

    [Test]
    public async Task Who_opens_no_channel_in_time_is_dropped()
    {
        await StartAsync(OnClock);
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Clock.Advance(TimeSpan.FromSeconds(12));
        Assert.That(await channel.HangsUpAsync(Stop), Is.True);
        Assert.That((await Server.HappensAsync<ConnectionRefused>(Stop)).Text, Does.Contain("opened no channel within 10 s"));
    }

    [Test]
    public async Task A_client_that_says_nothing_costs_no_buffer()
    {
        const int clients = 150;
        await StartAsync(o => o with { Limits = o.Limits with { MaxConnections = 2 * clients } });
        (await SessionAsync()).ToString();
        var before = GC.GetTotalMemory(forceFullCollection: true);
        for (var i = 0; i < clients; i++)
        {
            // A request answered: what a buffer was needed for is over.
            var channel = await OpenAsync();
            await channel.SendAsync(new GetEndpointsRequest(), Stop);
            await channel.ReceiveAsync(Stop);
        }

        // 67 KB each if the receive buffer were kept; the pool itself keeps some.
        Assert.That((GC.GetTotalMemory(forceFullCollection: true) - before) / clients, Is.LessThan(30_000));
        Assert.That(Server.Server.Connections, Is.GreaterThanOrEqualTo(clients));
    }

    [Test]
    public async Task A_channel_without_a_session_is_dropped_and_one_with_a_session_is_not()
    {
        await StartAsync(OnClock);
        var idle = await OpenAsync();
        var working = await SessionAsync();
        Clock.Advance(TimeSpan.FromSeconds(59));
        await working.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        Clock.Advance(TimeSpan.FromSeconds(3));
        Assert.That(await idle.HangsUpAsync(Stop), Is.True);
        Assert.That((await working.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status, Is.EqualTo((StatusCode)StatusCodes.Good));
    }

    [Test]
    public async Task A_storm_of_connections_pushes_out_the_oldest_without_a_session()
    {
        await StartAsync(o => o with { Limits = o.Limits with { MaxConnections = 4 } });
        var working = await SessionAsync();
        var first = await OpenAsync();
        for (var i = 0; i < 4; i++)
            await OpenAsync();
        Assert.That(await first.HangsUpAsync(Stop), Is.True);
        Assert.That((await working.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status, Is.EqualTo((StatusCode)StatusCodes.Good));
    }

    [Test]
    public async Task A_port_in_use_is_told_in_one_sentence()
    {
        await StartAsync();
        Assert.That(
            async () => await UaTestServer.StartAsync(Stop, o => o with { Endpoint = $"opc.tcp://localhost:{Server.Port}" }),
            Throws.InstanceOf<IOException>().With.Message.Contains("the port is in use by another program")
        );
    }
}
