using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What a client could make the server compute and hold. Each begins its work and leaves it running.</summary>
internal static class Attacks
{
    private static readonly NodeId Count = new(2, "Line1/Count");

    /// <summary>All, by name.</summary>
    public static readonly IReadOnlyDictionary<string, Func<HostileClient, Task>> All = new Dictionary<string, Func<HostileClient, Task>>
    {
        ["Like in a filter of events"] = client => EventItemsAsync(client, 1, HostileClient.DearLike),
        ["InList over arrays"] = client => EventItemsAsync(client, 30, Arrays),
        ["the dearest filters that are accepted"] = DearestAsync,
        ["huge filters"] = client =>
            EventItemsAsync(client, 60, static () => HostileClient.Where(FilterOperator.IsNull, Variant.From(new string('x', 1 << 20)))),
        ["all items for events"] = client =>
            EventItemsAsync(client, 2_500, static () => HostileClient.Where(FilterOperator.IsNull, Variant.From(1))),
        ["long reads of history"] = LongHistoryReadsAsync,
        ["unfinished reads of history"] = UnfinishedReadsAsync,
        ["LocaleIds"] = LocalesAsync,
        ["DiscoveryUrls and names"] = NamesAsync,
        ["SetTriggering"] = TriggersAsync,
        ["FindAlias"] = FindAliasAsync,
        ["aggregates that begin at the end of time"] = client => AggregatesAsync(client, 5_000, UaTime.FromTicks(DateTime.MaxValue.Ticks)),
        ["20,000 aggregates"] = client => AggregatesAsync(client, 20_000, 0),
    };

    private static EventFilter Arrays()
    {
        // Equal up to the last element.
        var wanted = Variant.FromArray(BuiltInType.Int32, Enumerable.Repeat(7, 90_000).Append(1).ToArray());
        var array = Variant.FromArray(BuiltInType.Int32, Enumerable.Repeat(7, 90_000).Append(2).ToArray());
        return HostileClient.Where(FilterOperator.InList, [wanted, .. Enumerable.Repeat(array, 9)]);
    }

    private static async Task EventItemsAsync(HostileClient client, int count, Func<EventFilter> filter)
    {
        var session = await client.SessionAsync();
        var subscription = await HostileClient.SubscribeAsync(session, 100, client.Stop);
        for (var done = 0; done < count; done += 50)
        {
            var items = Math.Min(50, count - done);
            // Large ones one by one, which is what a message takes.
            var perRequest = UaTestChannel.Encode(filter()).Length > 100_000 ? 1 : items;
            for (var i = 0; i < items; i += perRequest)
            {
                var some = Enumerable
                    .Range(0, perRequest)
                    .Select(_ => HostileClient.Item(Ids.Server, AttributeId.EventNotifier, filter(), 10));
                await client.TryAsync<CreateMonitoredItemsResponse>(session, HostileClient.Create(subscription, [.. some]));
            }
        }
    }

    // As many dear operators as the server accepts, as often as it does.
    private static async Task DearestAsync(HostileClient client)
    {
        var session = await client.SessionAsync();
        var subscription = await HostileClient.SubscribeAsync(session, 100, client.Stop);
        for (var (elements, items) = (256, 0); elements > 0 && items < 300; )
        {
            var request = HostileClient.Create(
                subscription,
                HostileClient.Item(Ids.Server, AttributeId.EventNotifier, Likes(elements), 10)
            );
            if ((await session.CallAsync<CreateMonitoredItemsResponse>(request, client.Stop)).Results[0].StatusCode.IsGood)
                items++;
            else
                elements /= 2;
        }
    }

    // The message is compared with each of the patterns; none of them fits.
    private static EventFilter Likes(int patterns)
    {
        var pattern = Variant.From("%" + string.Concat(Enumerable.Repeat("[a-y]%", 80)) + "!");
        var filter = HostileClient.Everything();
        ContentFilterElement Or(uint one, uint other) =>
            new()
            {
                FilterOperator = FilterOperator.Or,
                FilterOperands =
                [
                    ExtensionObject.From(new ElementOperand { Index = one }),
                    ExtensionObject.From(new ElementOperand { Index = other }),
                ],
            };
        ContentFilterElement Like() =>
            new()
            {
                FilterOperator = FilterOperator.Like,
                FilterOperands =
                [
                    ExtensionObject.From(new LiteralOperand { Value = Variant.From(new string('a', 250)) }),
                    ExtensionObject.From(new LiteralOperand { Value = pattern }),
                ],
            };
        var elements = new List<ContentFilterElement>();
        for (var i = 0; i + 1 < patterns; i++)
            elements.Add(Or((uint)(i + 1), (uint)(patterns - 1 + i)));
        filter.WhereClause = new ContentFilter { Elements = [.. elements, .. Enumerable.Range(0, patterns).Select(_ => Like())] };
        return filter;
    }

    private static async Task AggregatesAsync(HostileClient client, int count, long start)
    {
        var session = await client.SessionAsync();
        var subscription = await HostileClient.SubscribeAsync(session, 100, client.Stop);
        var filter = new AggregateFilter
        {
            StartTime = start,
            AggregateType = Ids.AggregateFunction_TimeAverage,
            ProcessingInterval = 100,
            AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
        };
        for (var done = 0; done < count; done += 1000)
        {
            var some = Enumerable.Range(0, 1000).Select(_ => HostileClient.Item(Count, AttributeId.Value, filter, 10));
            await client.TryAsync<CreateMonitoredItemsResponse>(session, HostileClient.Create(subscription, [.. some]));
        }
    }

    private static async Task LongHistoryReadsAsync(HostileClient client)
    {
        var now = UaTime.Now(TimeProvider.System);
        var times = Enumerable.Range(0, 50_000).Select(i => now - Random.Shared.NextInt64(TimeSpan.TicksPerSecond * 10)).ToArray();
        var events = new ReadEventDetails
        {
            StartTime = 1,
            EndTime = now,
            Filter = HostileClient.DearLike(),
        };
        for (var i = 0; i < 4; i++)
        {
            var session = await client.SessionAsync();
            Begin<HistoryReadResponse>(client, session, HostileClient.History(new ReadAtTimeDetails { ReqTimes = times }, Count));
            Begin<HistoryReadResponse>(client, session, HostileClient.History(events, Ids.Server));
        }
    }

    private static async Task UnfinishedReadsAsync(HostileClient client)
    {
        var now = UaTime.Now(TimeProvider.System);
        var details = new ReadProcessedDetails
        {
            StartTime = now,
            EndTime = now - TimeSpan.TicksPerHour,
            ProcessingInterval = 1,
            AggregateType = [.. Enumerable.Repeat((NodeId)Ids.AggregateFunction_Average, 20)],
            AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
        };
        for (var i = 0; i < 4; i++)
        {
            var session = await client.SessionAsync(20_000);
            for (var done = 0; done < 50; done++)
            {
                var request = HostileClient.History(details, Count);
                request.NodesToRead = [.. Enumerable.Repeat(request.NodesToRead[0], 20)];
                Begin<HistoryReadResponse>(client, session, request);
            }
        }
    }

    private static async Task LocalesAsync(HostileClient client)
    {
        for (var i = 0; i < 54; i++)
        {
            var session = await client.SessionAsync();
            var request = new ActivateSessionRequest
            {
                UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
                LocaleIds = [.. Enumerable.Repeat(new string('d', 100), 20_000)],
            };
            await client.TryAsync<ActivateSessionResponse>(session, request);
        }
    }

    private static async Task NamesAsync(HostileClient client)
    {
        var channel = await client.ChannelAsync();
        await client.SessionAsync();
        for (var i = 0; i < 60; i++)
        {
            var other = await client.SessionAsync();
            await client.TryAsync<CreateSessionResponse>(
                other,
                new CreateSessionRequest
                {
                    ClientDescription = new ApplicationDescription
                    {
                        ApplicationUri = "urn:test:client",
                        DiscoveryUrls = [.. Enumerable.Repeat(new string('u', 1000), 1000)],
                    },
                    SessionName = new string('n', 500_000),
                    EndpointUrl = "opc.tcp://localhost:4840",
                    ClientNonce = new byte[32],
                    RequestedSessionTimeout = 10_000,
                }
            );
        }

        await client.TryAsync<CreateSessionResponse>(
            channel,
            new CreateSessionRequest { SessionName = new string('n', 60_000), ClientNonce = new byte[32] }
        );
    }

    private static async Task TriggersAsync(HostileClient client)
    {
        var session = await client.SessionAsync();
        var subscription = await HostileClient.SubscribeAsync(session, 100, client.Stop);
        var created = await HostileClient.CreateAsync(
            session,
            subscription,
            client.Stop,
            [.. Enumerable.Range(0, 2_000).Select(_ => HostileClient.Item(Count, AttributeId.Value, null))]
        );
        var ids = created.Results.Where(result => result.StatusCode.IsGood).Select(result => result.MonitoredItemId).ToArray();
        foreach (var id in ids)
        {
            var request = new SetTriggeringRequest
            {
                SubscriptionId = subscription,
                TriggeringItemId = id,
                LinksToAdd = [.. ids.Where(other => other != id)],
            };
            if (!await client.TryAsync<SetTriggeringResponse>(session, request))
                return;
        }
    }

    private static async Task FindAliasAsync(HostileClient client)
    {
        const uint aliases = 23470,
            findAlias = 23476;
        for (var i = 0; i < 4; i++)
        {
            Begin<CallResponse>(
                client,
                await client.SessionAsync(),
                new CallRequest
                {
                    MethodsToCall =
                    [
                        new CallMethodRequest
                        {
                            ObjectId = aliases,
                            MethodId = findAlias,
                            InputArguments = [Variant.From("%" + new string('[', 1_000_000)), Variant.From(default(NodeId))],
                        },
                    ],
                }
            );
        }
    }

    private static void Begin<T>(HostileClient client, UaTestClient session, IUaStructure request)
        where T : IUaStructure<T> => _ = client.TryAsync<T>(session, request).ContinueWith(static _ => { }, TaskScheduler.Default);
}
