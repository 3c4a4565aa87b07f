using System.Reflection;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>The texts that sessions keep of their clients are limited, counted, and given back.</summary>
[CancelAfter(60_000)]
internal sealed class KeptBySessionsTests : UaServerFixture
{
    private const long Sixteen = 16L << 20;

    private long RequestBytes => Server.Server.ClientMemory.ByKind[(int)ClientMemoryKind.Requests];

    private long SessionBytes => Server.Server.ClientMemory.ByKind[(int)ClientMemoryKind.Sessions];

    [Test]
    public async Task Names_and_urls_have_a_limit_also_on_a_channel_that_has_a_session()
    {
        await StartAsync();
        var client = await SessionAsync();
        foreach (
            var change in (Action<CreateSessionRequest>[])
                [
                    request => request.SessionName = new string('n', 1_000_000),
                    request => request.EndpointUrl = new string('u', 1_000_000),
                    request => request.ClientDescription.ApplicationUri = new string('a', 1_000_000),
                    request => request.ClientDescription.DiscoveryUrls = new string[100_000],
                    request => request.ClientDescription.DiscoveryUrls = [new string('d', 1_000_000)],
                    request => request.ClientDescription.ApplicationName = new LocalizedText("name", new string('l', 1_000_000)),
                ]
        )
            Assert.That(await StatusOf(client.CreateSessionAsync(Stop, change: change)), Is.EqualTo("BadEncodingLimitsExceeded"));
        Assert.That(await StatusOf(client.CreateSessionAsync(Stop, change: Longest)), Is.EqualTo("Good"));
    }

    [Test]
    public async Task Long_texts_are_counted_and_shared_and_usual_ones_always_fit()
    {
        await StartAsync(options => options with { Limits = options.Limits with { ClientMemory = Sixteen } });
        var rest = SessionBytes;
        var greedy = new List<UaTestClient>();
        string status;
        do
        {
            var client = await ClientAsync();
            status = await StatusOf(client.CreateSessionAsync(Stop, change: Longest));
            if (status == "Good")
                greedy.Add(client);
        } while (status == "Good" && greedy.Count < 100);
        Assert.That((status, greedy.Count > 10), Is.EqualTo(("BadTooManySessions", true)));
        Assert.That(SessionBytes - rest, Is.InRange(greedy.Count * 60_000L, Sixteen / 6));
        var newcomer = await SessionAsync();
        foreach (var client in greedy.Append(newcomer))
            await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        Assert.That(SessionBytes, Is.EqualTo(rest));
    }

    [Test]
    public async Task Only_so_many_locales_are_kept_and_only_those_that_may_be_some()
    {
        await StartAsync();
        var client = await SessionAsync();
        var rest = SessionBytes;
        await client.ActivateAsync(
            Stop,
            change: request =>
                request.LocaleIds = ["de-DE", null!, new string('x', 100_000), .. Enumerable.Range(0, 10_000).Select(i => $"x-{i}")]
        );
        var shown = (await client.ReadAsync(Stop, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray))[0];
        var locales = ((ExtensionObject[])shown.Value.Reference!).Select(each => (SessionDiagnosticsDataType)each.Body!).Single().LocaleIds;
        Assert.That((locales[0], locales[1], locales.Length, SessionBytes), Is.EqualTo(("de-DE", "x-0", SessionTexts.MaxLocales, rest)));
    }

    [Test]
    public async Task Publish_requests_that_wait_with_many_acknowledgements_are_counted()
    {
        await StartAsync();
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 }, Stop);
        SubscriptionAcknowledgement[] many = [.. Enumerable.Range(0, 1000).Select(_ => new SubscriptionAcknowledgement())];
        var waiting = Enumerable
            .Range(0, 50)
            .Select(_ => client.CallAsync<PublishResponse>(new PublishRequest { SubscriptionAcknowledgements = many }, Stop))
            .ToArray();
        await Poll.UntilAsync(() => RequestBytes > 500_000, Stop);
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        foreach (var each in waiting)
            Assert.That(await StatusOf(each), Is.EqualTo("BadSessionClosed"));
        await Poll.UntilAsync(() => RequestBytes == 0, Stop);
    }

    [Test]
    public async Task A_subscription_that_outlives_its_session_does_not_keep_the_session()
    {
        await StartAsync();
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 }, Stop);
        var session = OnlySession();
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = false }, Stop);
        await client.DisposeAsync();
        await Poll.UntilAsync(
            () =>
            {
                GC.Collect();
                return !session.IsAlive;
            },
            Stop
        );
        Assert.That(Server.Server.Subscriptions, Is.EqualTo(1));
    }

    private WeakReference OnlySession()
    {
        var sessions = (SessionTable)
            typeof(UaServer).GetField("_sessions", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(Server.Server)!;
        return new WeakReference(sessions.All.Single());
    }

    private static void Longest(CreateSessionRequest request)
    {
        request.SessionName = new string('n', SessionTexts.MaxLength);
        request.ClientDescription.DiscoveryUrls =
        [
            .. Enumerable.Range(0, SessionTexts.MaxUrls).Select(_ => new string('d', SessionTexts.MaxLength)),
        ];
    }
}
