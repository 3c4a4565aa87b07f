using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>What clients of other makers met at other servers; the table of all of them is in docs/internals/interop.md.</summary>
[CancelAfter(30_000)]
internal sealed class ClientMishapTests : ConnectFixture
{
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;

    [TestCase(null, null), TestCase(null, "line"), TestCase("mes", "line"), TestCase("mes", null)]
    [ConformanceUnit("Subscription Transfer")]
    public async Task A_subscription_id_of_before_the_restart_takes_nothing_from_its_owner_of_now(string? before, string? now)
    {
        await StartSecureAsync();
        Server.Set(0, Variant.From(1));
        var (owner, other) = (await UserAsync(now), await UserAsync(before));
        var id = await SubscribeAsync(owner, 0);
        await owner.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        var waiting = owner.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        await owner.ReadAsync(Stop, Ids.Server_ServerStatus_State); // it has been taken

        var transferred = await other.CallAsync<TransferSubscriptionsResponse>(
            new TransferSubscriptionsRequest { SubscriptionIds = [id, id + 1_000_000], SendInitialValues = true },
            Stop
        );
        Assert.That(
            transferred.Results.Select(result => StatusCodes.NameOf(result.StatusCode)),
            Is.EqualTo((string[])["BadUserAccessDenied", "BadSubscriptionIdInvalid"])
        );
        Assert.That(transferred.Results.SelectMany(result => result.AvailableSequenceNumbers), Is.Empty);
        Assert.That(await StatusOf(other.CallAsync<PublishResponse>(new PublishRequest(), Stop)), Is.EqualTo("BadNoSubscription"));

        Assert.That(waiting.IsCompleted, Is.False, "no notice of a transfer, no initial values");
        Server.Set(0, Variant.From(2));
        Assert.That(Values(await waiting), Is.EqualTo(((uint, long)[])[(0, 2)]));
        await SubscribeAsync(other, 0);
        Assert.That(Values(await other.CallAsync<PublishResponse>(new PublishRequest(), Stop)), Is.EqualTo(((uint, long)[])[(0, 2)]));
    }

    [Test]
    [ConformanceUnit("View RegisterNodes")]
    public async Task Registered_nodes_outlive_a_reload_and_a_restart_or_are_unknown_at_once()
    {
        await StartAsync();
        Server.Set(0, Variant.From(7));
        Server.Set(2, Variant.From(9));
        var client = await SessionAsync();
        NodeId[] nodes = [UaTestNodes.IdOfVariable(0), UaTestNodes.IdOfVariable(2)];
        var handles = (
            await client.CallAsync<RegisterNodesResponse>(new RegisterNodesRequest { NodesToRegister = nodes }, Stop)
        ).RegisteredNodeIds;
        Assert.That(await ReadAllAsync(client), Is.EqualTo((string[])["Good 7", "Good 9"]));

        Server.Server.AddressSpace.Replace(1, UaTestNodes.Many(2, BuiltInType.Int32));
        Assert.That(await ReadAllAsync(client), Is.EqualTo((string[])["Good 7", "BadNodeIdUnknown 0"]));
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(new CreateSubscriptionRequest(), Stop);
        Assert.That(
            (await AddAsync(client, subscription.SubscriptionId, 0, handles)).Results.Select(result =>
                StatusCodes.NameOf(result.StatusCode)
            ),
            Is.EqualTo((string[])["Good", "BadNodeIdUnknown"])
        );
        await client.CallAsync<UnregisterNodesResponse>(new UnregisterNodesRequest { NodesToUnregister = handles }, Stop);

        await using var again = await UaTestServer.StartAsync(Stop, variables: 2);
        again.Set(0, Variant.From(8));
        await using var returned = await UaTestClient.ConnectAsync(again.Port, Stop);
        Assert.That(await ReadAllAsync(returned), Is.EqualTo((string[])["Good 8", "BadNodeIdUnknown 0"]));

        async Task<string[]> ReadAllAsync(UaTestClient reader) =>
            [.. (await reader.ReadAsync(Stop, handles)).Select(value => $"{StatusCodes.NameOf(value.Status)} {value.Value.Bits}")];
    }

    [TestCase(false), TestCase(true)]
    [ConformanceUnit("Subscription Basic")]
    public async Task A_message_that_is_lost_is_not_available_and_Publish_goes_on(bool secure)
    {
        await StartSecureAsync();
        Server.Set(0, Variant.From(1));
        var client = secure ? await EncryptedAsync() : await SessionAsync();
        var id = await SubscribeAsync(client, 0);
        var first = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        Assert.That(await RepublishAsync(1), Is.EqualTo("Good"));
        foreach (var number in (uint[])[0, 2, 17, uint.MaxValue])
            Assert.That(await RepublishAsync(number), Is.EqualTo("BadMessageNotAvailable"), $"{number}");
        Server.Set(0, Variant.From(2));
        var acknowledgement = new SubscriptionAcknowledgement
        {
            SubscriptionId = id,
            SequenceNumber = first.NotificationMessage.SequenceNumber,
        };
        var second = await client.CallAsync<PublishResponse>(new PublishRequest { SubscriptionAcknowledgements = [acknowledgement] }, Stop);
        Assert.That((Values(second), second.NotificationMessage.SequenceNumber), Is.EqualTo((new[] { (0u, 2L) }, 2u)));
        Assert.That(await RepublishAsync(1), Is.EqualTo("BadMessageNotAvailable"));
        Assert.That(await RepublishAsync(2), Is.EqualTo("Good"));
        Server.Set(0, Variant.From(3));
        var third = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        Assert.That((Values(third), third.NotificationMessage.SequenceNumber), Is.EqualTo((new[] { (0u, 3L) }, 3u)));

        Task<string> RepublishAsync(uint number) =>
            StatusOf(
                client.CallAsync<RepublishResponse>(new RepublishRequest { SubscriptionId = id, RetransmitSequenceNumber = number }, Stop)
            );
    }

    [Test]
    [ConformanceUnit("Subscription Basic")]
    public async Task Two_thousand_items_pass_an_encrypted_channel_whose_client_has_buffers_of_8_kB()
    {
        const int items = 2000;
        await StartSecureAsync(items);
        SetAll(1);
        var channel = await ConnectAsync();
        Assert.That((await channel.HelloAsync(Stop, receiveBuffer: 8192, sendBuffer: 8192))[1..3], Is.EqualTo((uint[])[8192, 8192]));
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, Certificates);
        await client.ActivateAsync(Stop, certificates: Certificates);
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        NodeId[] nodes = [.. Enumerable.Range(0, items).Select(UaTestNodes.IdOfVariable)];
        var created = await AddAsync(client, subscription.SubscriptionId, 0, nodes);
        Assert.That((created.Results.Length, created.Results.All(result => result.StatusCode.IsGood)), Is.EqualTo((items, true)));
        await SeeAllAsync(1);
        SetAll(2);
        await SeeAllAsync(2);
        Assert.That((await client.ReadAsync(Stop, nodes)).Count(value => value.Value.Bits == 2), Is.EqualTo(items));
        Assert.That(channel.MostChunks, Is.GreaterThan(5));

        void SetAll(int value)
        {
            using var update = Server.Table.BeginUpdate();
            for (var i = 0; i < items; i++)
                update.Set(i, Variant.From(value), StatusCodes.Good, value);
        }

        async Task SeeAllAsync(int value)
        {
            var seen = new HashSet<uint>();
            while (seen.Count < items)
            {
                var published = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
                seen.UnionWith(Values(published).Where(item => item.Value == value).Select(item => item.Handle));
            }
        }
    }

    [Test]
    [ConformanceUnit("View Minimum Continuation Point 05")]
    public async Task More_browses_than_continuation_points_lose_no_reference()
    {
        const int toys = 20;
        await StartAsync(o => o with { Limits = o.Limits with { MaxContinuationPoints = 2 } }, variables: toys);
        var client = await SessionAsync();
        var results = (await BrowseAsync(3)).Results;
        Assert.That(
            results.Select(result => (StatusCodes.NameOf(result.StatusCode), result.ContinuationPoint is null, result.References.Length)),
            Is.EqualTo(((string, bool, int)[])[("Good", false, 8), ("Good", false, 8), ("BadNoContinuationPoints", true, 0)])
        );

        // Such clients send the null point back with the others.
        var next = await NextAsync([.. results.Select(result => result.ContinuationPoint)]);
        Assert.That(
            next.Select(result => StatusCodes.NameOf(result.StatusCode)),
            Is.EqualTo((string[])["Good", "Good", "BadContinuationPointInvalid"])
        );
        var last = await NextAsync(next[0].ContinuationPoint, next[1].ContinuationPoint);
        for (var i = 0; i < 2; i++)
        {
            Assert.That(last[i].ContinuationPoint, Is.Null);
            Assert.That(
                ((BrowseResult[])[results[i], next[i], last[i]]).SelectMany(page => page.References).Select(r => r.BrowseName.Name),
                Is.EqualTo(Enumerable.Range(0, toys).Select(number => $"V{number}"))
            );
        }

        Assert.That((await BrowseAsync(1)).Results[0].ContinuationPoint, Is.Not.Null, "the refused one asks again");

        Task<BrowseResponse> BrowseAsync(int times) =>
            client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    RequestedMaxReferencesPerNode = 8,
                    NodesToBrowse =
                    [
                        .. Enumerable
                            .Range(0, times)
                            .Select(_ => new BrowseDescription
                            {
                                NodeId = UaTestNodes.IdOfFolder,
                                ReferenceTypeId = Ids.Organizes,
                                ResultMask = 63,
                            }),
                    ],
                },
                Stop
            );

        async Task<BrowseResult[]> NextAsync(params byte[]?[] points) =>
            (await client.CallAsync<BrowseNextResponse>(new BrowseNextRequest { ContinuationPoints = points }, Stop)).Results;
    }

    private Task StartSecureAsync(int variables = 3) =>
        StartAsync(
            options =>
                options with
                {
                    SecurityPolicies = SecurityPolicy.All,
                    Certificate = Certificates.Server,
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = (name, _, _, _) => ValueTask.FromResult<UaUser?>(new UaUser(name, ["Operator"])),
                },
            variables: variables
        );

    /// <summary>A session over None; null: anonymous.</summary>
    private async Task<UaTestClient> UserAsync(string? name)
    {
        var client = await SessionAsync();
        if (name is not null)
            Assert.That(await UaTestLogin.StatusAsync(client, name, "secret", Stop), Is.EqualTo("Good"));
        return client;
    }

    private async Task<UaTestClient> EncryptedAsync() =>
        Keep(
            await UaTestClient.ConnectAsync(
                Server.Port,
                Certificates,
                SecurityPolicy.Basic256Sha256,
                MessageSecurityMode.SignAndEncrypt,
                Stop
            )
        );
}
