using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Alarms;
using S7OpcBridge.History;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Recording;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Tests;

/// <summary>The history as the program opens it and speaks of it.</summary>
[CancelAfter(60_000)]
public sealed class HistoryHostTests
{
    [Test]
    public async Task A_store_that_can_not_be_opened_is_a_trouble_that_names_the_key_of_the_map_and_the_bridge_runs_on(
        CancellationToken token
    )
    {
        using var text = new MapText().With("taken", "a file").With("map.yaml", Map("taken"));
        var map = text.Load().Map!;

        await using var history = await HistoryHost.OpenAsync(
            map,
            map.Server.History!,
            TimeProvider.System,
            NullLoggerFactory.Instance,
            token
        );

        Assert.That(
            history.Trouble,
            Does.Contain(text.PathOf("taken"))
                .And.EndsWith($"It is 'history' under 'server' in {map.Files[0]}. Then restart the " + $"bridge.")
        );
        Assert.That(
            HistoryTrouble.Describe(history.Figures),
            Is.EqualTo($"History is not written: {history.Trouble}"),
            "status page, health and doctor"
        );
        Assert.That(history.Recording(), Is.Null);
        Assert.That(
            () => history.Store,
            Throws.InstanceOf<HistoryException>().With.Message.EqualTo(history.Trouble),
            "trend and past alarms tell it too"
        );
    }

    [Test]
    public async Task A_store_that_another_bridge_has_ends_the_start_so_that_the_supervisor_tries_again(CancellationToken token)
    {
        using var text = new MapText().With("map.yaml", Map("history"));
        var map = text.Load().Map!;
        await using var first = await HistoryHost.OpenAsync(
            map,
            map.Server.History!,
            TimeProvider.System,
            NullLoggerFactory.Instance,
            token
        );

        Assert.That(
            async () => await HistoryHost.OpenAsync(map, map.Server.History!, TimeProvider.System, NullLoggerFactory.Instance, token),
            Throws
                .InstanceOf<StartException>()
                .With.Message.Contains("in use by another process")
                .And.Message.EndsWith($"It is 'history' under 'server' in {map.Files[0]}.")
        );
    }

    [Test]
    public async Task What_is_recorded_is_read_in_pages_through_the_functions_of_the_bridge(CancellationToken token)
    {
        using var text = new MapText().With("map.yaml", Map("history"));
        var map = text.Load().Map!;
        await using var history = await HistoryHost.OpenAsync(
            map,
            map.Server.History!,
            TimeProvider.System,
            NullLoggerFactory.Instance,
            token
        );
        var recording = history.Recording()!;
        var (series, now) = (recording.SeriesOf("Line1/A", "Line1"), UaTime.Now(TimeProvider.System));
        for (var i = 0; i < 10; i++)
            Assert.That(recording.Record(series, Variant.From(i), StatusCodes.Good, now + i / 2), Is.True);
        await history.Store.FlushAsync(token);

        var seen = new List<long>();
        var part = new DataValue[3];
        var range = new RawHistoryRange(0, now, now + 100, false);
        do
        {
            var page = await recording.Read("Line1/A", range, part, token);
            seen.AddRange(part.Take(page.Count).Select(value => value.Value.Bits));
            range = range with { Position = page.Next };
        } while (range.Position.Length > 0);
        Assert.That(seen, Is.EqualTo(Enumerable.Range(0, 10)), "with two values at each time");
        Assert.That(recording.StartOfArchive(), Is.GreaterThanOrEqualTo(0));
    }

    [Test]
    public async Task Events_come_back_as_they_were_and_a_gap_is_an_overflow_event(CancellationToken token)
    {
        using var text = new MapText().With("map.yaml", Map("history"));
        var map = text.Load().Map!;
        RecordedEvent raised;
        await using (
            var first = await HistoryHost.OpenAsync(map, map.Server.History!, TimeProvider.System, NullLoggerFactory.Instance, token)
        )
        {
            var record = first.Recording()!.RecordEvent!;
            raised = new(
                UaTime.Now(TimeProvider.System),
                Ids.DeviceFailureEventType,
                new NodeId(2, "Line1"),
                true,
                [
                    ("Message", Variant.From(new LocalizedText("away", "en"))),
                    ("Severity", Variant.From((ushort)800)),
                    ("EventId", Variant.FromByteString([1, 2])),
                ]
            );
            record(raised);
            await first.Store.FlushAsync(token);
        }
        await using var again = await HistoryHost.OpenAsync(
            map,
            map.Server.History!,
            TimeProvider.System,
            NullLoggerFactory.Instance,
            token
        );
        var recording = again.Recording()!;
        await again.Store.FlushAsync(token);
        var events = new RecordedEvent[5];
        var page = await recording.ReadEvents!(new EventHistoryRange(raised.Time, long.MaxValue, false), events, token);

        Assert.That(page.Count, Is.EqualTo(2));
        Assert.That(
            (events[0].Time, events[0].Type, events[0].Source, events[0].IsAudit),
            Is.EqualTo((raised.Time, raised.Type, raised.Source, true))
        );
        Assert.That(events[0].Fields.Select(field => field.Name), Is.EqualTo(raised.Fields.Select(field => field.Name)));
        Assert.That(events[0].Fields[1].Value.Bits, Is.EqualTo(800));
        Assert.That(events[1].Type, Is.EqualTo(Ids.EventQueueOverflowEventType), "while the process did not run, nobody recorded events");
        Assert.That(
            AlarmEvent.RowOf(events[1], static _ => null)!.Message,
            Does.StartWith("Events from here on may be missing"),
            "as the page shows it"
        );
        Assert.That(
            events[1].Fields.Select(field => field.Name),
            Is.SupersetOf(new[] { "EventId", "EventType", "Time", "Message", "Severity" })
        );
    }

    [TestCase("", "s7opcbridge")]
    [TestCase("name: Edge-01, ", "s7opcbridge_edge_01")]
    public void Bridges_that_share_a_database_have_schemas_of_their_own(string name, string expected) =>
        Assert.That(HistoryHost.SchemaOf(MapText.Load(Map("history").Replace("anonymous", $"{name}anonymous")).Map!), Is.EqualTo(expected));

    [Test]
    public void Troubles_are_told_in_sentences()
    {
        Assert.That(HistoryTrouble.Describe(new HistoryFigures()), Is.Null);
        Assert.That(
            HistoryTrouble.Describe(new HistoryFigures { WriteError = "The disk is full." }),
            Is.EqualTo("History is not written: The disk is full.")
        );
        Assert.That(
            HistoryTrouble.Describe(new HistoryFigures { ServerReached = false, ServerError = "Connection refused." }),
            Is.EqualTo("The history's PostgreSQL server is away; values wait in the local journal. Connection refused.")
        );
    }

    private static string Map(string folder) =>
        $$"""
            server: { anonymous: read, security: [None], history: { store: {{folder}} } }
            plcs:
              - { name: Line1, host: 127.0.0.1, tags: [ { name: A, address: MW0, type: Int, history: true } ] }
            """;
}
