using System.Text;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Reverse;

/// <summary>Clients that listen, as the server dials them.</summary>
[CancelAfter(30_000)]
internal sealed class ReverseConnectTests : ReverseFixture
{
    private const int RedialsAtOnce = 5;

    [Test]
    [ConformanceUnit("Protocol Reverse Connect Server")]
    public async Task A_client_is_told_who_dials_and_the_url_that_the_endpoints_show()
    {
        var mes = Listen();
        await StartAsync([mes], options => options with { Advertise = ["edge01.plant.local:24840", "10.0.0.7"] });
        var (socket, uri, url) = await mes.TakeAsync(Stop);
        Assert.That((uri, url), Is.EqualTo(("urn:test:server", "opc.tcp://edge01.plant.local:24840")));

        var channel = Keep(new UaTestChannel(socket));
        await channel.HelloAsync(Stop, url: url!);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        var endpoints = await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = url }, Stop);
        Assert.That(endpoints.Endpoints.Select(endpoint => endpoint.EndpointUrl), Is.All.EqualTo(url));
    }

    [Test]
    [ConformanceUnit("Protocol Reverse Connect Server")]
    public async Task Discovery_takes_one_connection_the_session_the_next_and_a_third_waits()
    {
        var mes = Listen();
        await StartAsync([mes]);
        var (socket, _, url) = await mes.TakeAsync(Stop);
        var discovery = new UaTestChannel(socket);
        await discovery.HelloAsync(Stop);
        await discovery.OpenAsync(Stop);
        var asking = new UaTestClient(discovery);
        var endpoints = await asking.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = url }, Stop);
        Assert.That(endpoints.Endpoints, Is.Not.Empty);

        var second = await TakeAsync(mes); // while the first is still open
        await asking.DisposeAsync();
        var session = await SessionAsync(second);
        Assert.That(await session.ReadAsync(Stop, Ids.Server_ServerStatus_State), Has.Length.EqualTo(1));
        await TakeAsync(mes);
        await StatusAsync(status => status is { State: ReverseState.Connected, Channels: 1, Dials: 3, LastError: null });

        await session.DisposeAsync();
        await StatusAsync(status => status is { State: ReverseState.Waiting, Channels: 0 });
    }

    [Test]
    public async Task Two_clients_do_not_wait_for_each_other()
    {
        var (mes, scada) = (Listen(), Listen());
        await StartAsync([mes, scada]);
        var silent = await TakeAsync(mes);
        await SessionAsync(await TakeAsync(scada));
        await SessionAsync(await TakeAsync(scada)); // a second one of the same client
        await StatusAsync(status => status is { State: ReverseState.Connected, Channels: 2 }, client: 1);
        Assert.That(Status(), Has.Property(nameof(ReverseStatus.State)).EqualTo(ReverseState.Waiting));
        await SessionAsync(silent);
    }

    [Test]
    public async Task A_client_that_starts_again_is_found_and_the_log_says_each_change_once()
    {
        var mes = Listen();
        await StartAsync([mes]);
        var session = await SessionAsync(await TakeAsync(mes));
        var idle = await TakeAsync(mes);
        var port = mes.Port;
        mes.Dispose();
        await session.DisposeAsync();
        await idle.DisposeAsync();
        await StatusAsync(status => status is { Failures: > 3, Channels: 0 } && status.LastError!.Contains("nothing listens"));
        Assert.That(Status().LastErrorAt, Is.Not.Null);

        await SessionAsync(await TakeAsync(Listen(port)));
        await StatusAsync(status => status.State == ReverseState.Connected);
        string[] said = [.. Server.Events.OfType<ReverseConnectChanged>().Select(change => change.Text)];
        Assert.That(said, Has.Length.LessThan(9), string.Join('\n', said));
        Assert.That(said.Count(text => text.Contains("nothing listens")), Is.EqualTo(1));
        Assert.That(said[^1], Does.Contain("is connected"));
    }

    [Test]
    public async Task A_client_that_stays_silent_is_neither_overdue_nor_counted()
    {
        var mes = Listen();
        await StartAsync([mes], OnClock);
        var silent = await TakeAsync(mes);
        await StatusAsync(status => status.State == ReverseState.Waiting);
        Clock.Advance(TimeSpan.FromHours(1));
        Assert.That(Server.Server.Connections, Is.Zero);
        await silent.HelloAsync(Stop);
        Assert.That(Server.Server.Connections, Is.EqualTo(1));

        // From HEL on the usual limit holds.
        var hangsUp = silent.HangsUpAsync(Stop);
        await Poll.WhileRunningAsync(
            hangsUp,
            () =>
            {
                Clock.Advance(TimeSpan.FromSeconds(1));
                return Task.CompletedTask;
            },
            Stop
        );
        Assert.That(await hangsUp, Is.True);
        await StatusAsync(status => status.LastError?.Contains("opened no channel within") is true);
    }

    [Test]
    public async Task A_storm_of_connections_does_not_touch_the_idle_one_nor_does_that_take_a_place()
    {
        var mes = Listen();
        await StartAsync(
            [mes],
            options => options with { Limits = options.Limits with { MaxConnections = 4, MaxConnectionsWithoutSession = 3 } }
        );
        var silent = await TakeAsync(mes);
        UaTestClient[] three = [await ClientAsync(), await ClientAsync(), await ClientAsync()];
        foreach (var client in three)
            await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest(), Stop);
        for (var i = 0; i < 20; i++)
            await OpenAsync();
        await SessionAsync(silent);
    }

    [Test]
    public async Task A_client_for_which_there_is_no_place_is_told_so_and_dialled_again()
    {
        var mes = Listen();
        await StartAsync([mes], options => options with { Limits = options.Limits with { MaxConnections = 1 } });
        var silent = await TakeAsync(mes);
        var session = await SessionAsync();
        await silent.SendRawAsync(UaTestChannel.Hello(), Stop);
        Assert.That(await silent.HangsUpAsync(Stop), Is.True);
        await StatusAsync(status => status.LastError?.Contains("1 connections already") is true);
        var next = await TakeAsync(mes);
        await session.DisposeAsync();
        await Poll.UntilAsync(() => Server.Server.Connections == 0, Stop);
        await SessionAsync(next);
    }

    [TestCase(StatusCodes.BadTcpEndpointUrlInvalid, "expects another URL than opc.tcp://localhost:")]
    [TestCase(StatusCodes.BadTcpMessageTypeInvalid, "nobody there waits")]
    [TestCase(StatusCodes.BadTcpServerTooBusy, "too many connections wait there")]
    [TestCase(StatusCodes.BadSecurityChecksFailed, "BadSecurityChecksFailed (no thanks)")]
    public async Task A_refusal_is_put_into_words_and_the_client_is_dialled_again(uint status, string words)
    {
        var mes = Listen();
        await StartAsync([mes]);
        var refusing = await TakeAsync(mes);
        await refusing.SendRawAsync(ErrorMessage.Write(status, "no thanks"), Stop);
        Assert.That(await refusing.HangsUpAsync(Stop), Is.True);
        var change = await Server.HappensAsync<ReverseConnectChanged>(Stop, change => change.IsTrouble);
        Assert.That(change.Text, Does.Contain(words).And.Contain("no thanks"));
        await SessionAsync(await TakeAsync(mes));
        Assert.That(Status().LastError, Does.Contain(words));
    }

    [TestCase("GET / HTTP/1.1\r\n\r\n", "the connection was closed: The bytes are no OPC UA frame")]
    [TestCase("EHLO mail.plant.local\r\n", "not OPC UA")]
    [TestCase("ERRF", "not OPC UA", true)]
    public async Task Garbage_ends_the_connection_and_the_client_is_dialled_again(string garbage, string words, bool andCloses = false)
    {
        var mes = Listen();
        await StartAsync([mes]);
        var (socket, _, _) = await mes.TakeAsync(Stop);
        var strange = new UaTestChannel(socket);
        await strange.SendRawAsync(Encoding.ASCII.GetBytes(garbage), Stop);
        if (andCloses)
            socket.Shutdown(System.Net.Sockets.SocketShutdown.Send);
        await strange.HangsUpAsync(Stop); // or says ERR first
        await strange.DisposeAsync();
        await StatusAsync(status => status.LastError?.Contains(words) is true);
        await SessionAsync(await TakeAsync(mes));
    }

    [Test]
    public async Task A_client_that_opens_channel_after_channel_gets_a_pause()
    {
        var mes = Listen();
        var client = new ReverseClient(mes.Url, null, TimeSpan.FromSeconds(30));
        await StartAsync(options => OnClock(options) with { ReverseClients = [client] });
        for (var i = 0; i <= RedialsAtOnce; i++)
            await SessionAsync(await TakeAsync(mes));
        var next = TakeAsync(mes);
        await StatusAsync(status => status.Channels == RedialsAtOnce + 1);
        Assert.That(Status().Dials, Is.EqualTo(RedialsAtOnce + 1));
        await Poll.WhileRunningAsync(
            next,
            () =>
            {
                Clock.Advance(TimeSpan.FromSeconds(1));
                return Task.CompletedTask;
            },
            Stop
        );
        await SessionAsync(await next);
    }

    [Test]
    public async Task A_stop_closes_the_idle_connection()
    {
        var mes = Listen();
        await StartAsync([mes]);
        var silent = await TakeAsync(mes);
        await Server.Server.StopAsync(Stop);
        Assert.That(await silent.HangsUpAsync(Stop), Is.True);
    }

    [Test]
    public void A_url_that_is_not_advertised_is_an_error_at_the_start()
    {
        var client = new ReverseClient("opc.tcp://127.0.0.77:1", "opc.tcp://elsewhere:4840", TimeSpan.FromSeconds(10));
        Assert.That(
            () => StartAsync(options => options with { Advertise = ["edge01"], ReverseClients = [client] }),
            Throws.ArgumentException.With.Message.Contains("opc.tcp://edge01:4840")
        );
    }
}
