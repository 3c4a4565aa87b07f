using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Tests.Subscriptions;
using S7OpcBridge.Testing;
using static S7OpcBridge.Testing.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>Filters made to cost as much as they may, beside a client that must not notice.</summary>
[CancelAfter(60_000)]
internal sealed class DearFilterTests : UaServerFixture
{
    private const int Items = 50,
        Events = 50;

    private static readonly string LongText = new('a', FilterCost.MaxText);

    [Test]
    public async Task A_pattern_of_30_kB_is_refused_and_one_of_512_characters_delays_nobody()
    {
        await StartAsync();
        var attacker = await SessionAsync();
        var brackets = new string('[', 30_000);
        Assert.That(
            await MonitorAsync(attacker, 1, Element(FilterOperator.Like, Variant.From(brackets), Variant.From("%" + brackets))),
            Is.EqualTo("BadEventFilterInvalid")
        );
        var pattern = "%" + new string('[', 400) + "x";
        var like = Element(FilterOperator.Like, Field("Message"), Variant.From(pattern));
        await AttackAsync(attacker, [.. Enumerable.Repeat(like, 100)], new string('[', FilterCost.MaxText));
    }

    [Test]
    public async Task Patterns_without_end_delay_nobody()
    {
        await StartAsync();
        var pattern = string.Concat(Enumerable.Repeat("%[^b]", 100)) + "b";
        await AttackAsync(
            await SessionAsync(),
            [.. Enumerable.Repeat(Element(FilterOperator.Like, Field("Message"), Variant.From(pattern)), 150)],
            LongText
        );
    }

    [Test]
    public async Task Lists_of_arrays_are_bounded_and_delay_nobody()
    {
        await StartAsync();
        var attacker = await SessionAsync();
        var million = Variant.FromArray(BuiltInType.Byte, new byte[1_000_000]);
        Assert.That(await MonitorAsync(attacker, 1, Element(FilterOperator.InList, million, million)), Is.EqualTo("BadEventFilterInvalid"));
        var array = Variant.FromArray(BuiltInType.Byte, new byte[1000]);
        var other = Variant.FromArray(BuiltInType.Byte, (byte[])[.. new byte[999], 1]);
        await AttackAsync(attacker, [Element(FilterOperator.InList, [array, .. Enumerable.Repeat<object?>(other, 200)])], LongText);
    }

    // The attacker's filters take the lane many seconds; before it is through, others have got values and events.
    private async Task AttackAsync(UaTestClient attacker, ContentFilterElement[] elements, string message)
    {
        var bystander = await Bystander.SubscribeAsync(Server, await SessionAsync(), Stop);
        var events = await UaTestEvents.ListenAsync(await SessionAsync(), Ids.Server, Stop, "Message");
        await bystander.SeeChangesAsync(1, Stop);
        Assert.That(await MonitorAsync(attacker, Items, elements), Is.EqualTo("Good"));
        for (var i = 0; i < Events; i++)
            Raise($"{i}" + message);
        Raise("last");
        await bystander.SeeChangesAsync(10, Stop);
        await events.NextAsync(Stop, e => TextOf(e["Message"]) == "last");
        await TestContext.Out.WriteLineAsync($"longest: {bystander.Longest.TotalMilliseconds:0} ms");
        Assert.That(bystander.Longest, Is.LessThan(TimeSpan.FromSeconds(10)));
    }

    private void Raise(string message) => Server.Server.Events.Raise(new UaEvent(Ids.SystemEventType, Ids.Server, "Server", 1, message));

    private static async Task<string> MonitorAsync(UaTestClient client, int items, params ContentFilterElement[] where)
    {
        var filter = ExtensionObject.From(EventRig.Where(Select("Message"), where));
        var created = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = await Bystander.SubscribeAsync(client, 100, Stop),
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    .. Enumerable.Repeat(
                        new MonitoredItemCreateRequest
                        {
                            ItemToMonitor = new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
                            MonitoringMode = MonitoringMode.Reporting,
                            RequestedParameters = new MonitoringParameters
                            {
                                QueueSize = 10,
                                DiscardOldest = true,
                                Filter = filter,
                            },
                        },
                        items
                    ),
                ],
            },
            Stop
        );
        return StatusCodes.NameOf(created.Results[0].StatusCode);
    }
}
