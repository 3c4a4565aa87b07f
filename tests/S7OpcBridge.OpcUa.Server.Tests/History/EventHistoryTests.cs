using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

[CancelAfter(30_000)]
internal sealed class EventHistoryTests : HistoryFixture
{
    [Test]
    public async Task Stored_events_are_those_that_were_raised()
    {
        var recorded = new List<RecordedEvent>();
        await StartAsync(hasEvents: true, change: o => o with { History = o.History! with { RecordEvent = recorded.Add } });
        Server.Server.Events.Raise(new UaEvent(Ids.DeviceFailureEventType, Ids.Server, "Line1", 700, "The link is lost.") { Time = At(1) });
        var happened = recorded.Single(e => e.Type == Ids.DeviceFailureEventType);
        Assert.That((happened.Time, happened.Source, happened.IsAudit), Is.EqualTo((At(1), (NodeId)Ids.Server, false)));
        Assert.That(
            happened.Fields.Select(f => f.Name),
            Is.EqualTo((string[])["EventId", "EventType", "SourceNode", "SourceName", "Time", "ReceiveTime", "Message", "Severity"])
        );
        History.Events.Add(happened);
        var events = EventsOf(
            await ReadAsync(await SessionAsync(), Details(At(0), At(10), 0, "EventId", "Message", "Time"), node: Ids.Server)
        );
        Assert.That(events[0].EventFields[0].Reference, Is.EqualTo(happened.Fields[0].Value.Reference));
        Assert.That(
            (((LocalizedText)events[0].EventFields[1].Reference!).Text, events[0].EventFields[2].Bits),
            Is.EqualTo(("The link is lost.", At(1)))
        );
    }

    [TestCase(1), TestCase(3), TestCase(100)]
    public async Task Events_come_in_pages_in_either_direction_and_only_those_that_pass_the_filter(int pageSize)
    {
        for (var i = 0; i < 40; i++)
            Store(At(0, i), (ushort)(i % 4 == 0 ? 800 : 100), i);
        await StartAsync(new HistoryLimits { MaxEventsPerNode = pageSize }, hasEvents: true);
        var client = await SessionAsync();
        Assert.That(await AllAsync(client, Details(At(0, 4), At(0, 20), 500, "Message")), Is.EqualTo((string[])["E4", "E8", "E12", "E16"]));
        Assert.That(
            await AllAsync(client, Details(At(0, 20), At(0, 4), 500, "Message")),
            Is.EqualTo((string[])["E20", "E16", "E12", "E8"])
        );
        Assert.That(await AllAsync(client, Details(0, At(0, 20), 500, 3, "Message")), Is.EqualTo((string[])["E20", "E16", "E12"]));
    }

    [Test]
    public async Task A_report_of_lost_events_passes_every_filter()
    {
        Store(At(0), 100, 0);
        History.Events.Add(
            new RecordedEvent(
                At(1),
                Ids.EventQueueOverflowEventType,
                Ids.Server,
                false,
                [("Message", Variant.From(new LocalizedText("E1")))]
            )
        );
        await StartAsync(hasEvents: true);
        Assert.That(await AllAsync(await SessionAsync(), Details(At(0), At(2), 500, "Message")), Is.EqualTo((string[])["E1"]));
    }

    [Test]
    public async Task Audit_events_are_not_shown_to_everybody()
    {
        History.Events.Add(
            new RecordedEvent(At(0), Ids.AuditEventType, Ids.Server, true, [("Message", Variant.From(new LocalizedText("secret")))])
        );
        await StartAsync(hasEvents: true);
        var result = await ReadAsync(await SessionAsync(), Details(At(0), At(2), 0, "Message"), node: Ids.Server);
        Assert.That((EventsOf(result).Length, StatusCodes.NameOf(result.StatusCode)), Is.EqualTo((0, "GoodNoData")));
    }

    [Test]
    public async Task The_server_object_says_that_its_events_are_stored()
    {
        await StartAsync(hasEvents: true);
        var client = await SessionAsync();
        var read = await client.CallAsync<ReadResponse>(
            new ReadRequest { NodesToRead = [new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier }] },
            Stop
        );
        Assert.That(read.Results[0].Value.Bits, Is.EqualTo(5));
        Assert.That(
            (await client.ReadAsync(Stop, Ids.HistoryServerCapabilities_AccessHistoryEventsCapability))[0].Value.Bits,
            Is.EqualTo(1)
        );
    }

    [Test]
    public async Task What_cannot_be_read_as_events_is_refused()
    {
        Record(0, At(0), Variant.From(1.0));
        await StartAsync();
        var client = await SessionAsync();
        Assert.That(
            StatusCodes.NameOf((await ReadAsync(client, Details(At(0), At(1), 0, "Message"), node: Ids.Server)).StatusCode),
            Is.EqualTo("BadHistoryOperationUnsupported")
        );
        Assert.That(
            await StatusOf(ReadAsync(client, Details(At(0), 0, 0, "Message"), node: Ids.Server)),
            Is.EqualTo("BadHistoryOperationInvalid")
        );
        Assert.That(await StatusOf(ReadAsync(client, Details(At(0), At(1), 0), node: Ids.Server)), Is.EqualTo("BadEventFilterInvalid"));
    }

    private void Store(long time, ushort severity, int number) =>
        History.Events.Add(
            new RecordedEvent(
                time,
                Ids.SystemEventType,
                Ids.Server,
                false,
                [("Severity", Variant.From(severity)), ("Message", Variant.From(new LocalizedText($"E{number}")))]
            )
        );

    private static async Task<List<string?>> AllAsync(UaTestClient client, ReadEventDetails details)
    {
        var (all, point) = (new List<string?>(), (byte[]?)null);
        do
        {
            var result = await ReadAsync(client, details, point, Ids.Server);
            Assert.That(result.StatusCode.IsGood, StatusCodes.NameOf(result.StatusCode));
            all.AddRange(EventsOf(result).Select(e => ((LocalizedText)e.EventFields[0].Reference!).Text));
            point = result.ContinuationPoint;
        } while (point is { Length: > 0 });
        return all;
    }

    private static HistoryEventFieldList[] EventsOf(HistoryReadResult result) => ((HistoryEvent)result.HistoryData!.Body!).Events;

    private static ReadEventDetails Details(long start, long end, ushort severity, params string[] fields) =>
        Details(start, end, severity, 0, fields);

    private static ReadEventDetails Details(long start, long end, ushort severity, uint count, params string[] fields) =>
        new()
        {
            StartTime = start,
            EndTime = end,
            NumValuesPerNode = count,
            Filter = new EventFilter
            {
                SelectClauses = [.. fields.Select(Field)],
                WhereClause = new ContentFilter
                {
                    Elements =
                        severity == 0
                            ? []
                            :
                            [
                                new ContentFilterElement
                                {
                                    FilterOperator = FilterOperator.GreaterThan,
                                    FilterOperands =
                                    [
                                        ExtensionObject.From(Field("Severity")),
                                        ExtensionObject.From(new LiteralOperand { Value = Variant.From(severity) }),
                                    ],
                                },
                            ],
                },
            },
        };

    private static SimpleAttributeOperand Field(string name) =>
        new()
        {
            TypeDefinitionId = Ids.BaseEventType,
            BrowsePath = [new QualifiedName(0, name)],
            AttributeId = 13,
        };
}
