using System.Buffers.Binary;
using System.Globalization;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua's client through every kind of HistoryRead, against a server with a history whose values are known.</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class NodeOpcUaHistoryReadsTests
{
    private static readonly DateTime Begin = new(2026, 3, 1, 12, 0, 0, DateTimeKind.Utc);

    // V0: a ramp of 1 per second; V1: texts and a gap; V2: no history.
    private static readonly DataValue[][] Stored =
    [
        [.. Enumerable.Range(0, 100).Select(i => new DataValue(Variant.From((double)i), StatusCodes.Good, At(i), 0))],
        [
            new DataValue(Variant.From("run"), StatusCodes.Good, At(0), 0),
            new DataValue(default, StatusCodes.BadDataLost, At(3), 0),
            new DataValue(Variant.From("stop"), StatusCodes.Good, At(6), 0),
        ],
    ];

    [Test]
    public async Task Every_kind_of_history_is_read_by_a_client_that_nobody_here_wrote(CancellationToken token)
    {
        await Interop.RequireAsync("node-opcua-client");
        var history = new HistorySource
        {
            ConfigurationOf = variable =>
                variable == 0 ? HistoryConfiguration.Sloped
                : variable == 1 ? HistoryConfiguration.Stepped
                : null,
            ReadRaw = (range, values, _) =>
                new(Page(Stored[range.Variable], v => v.SourceTime, range.From, range.To, range.IsBackward, range.Position, values.Span)),
            ReadEvents = (range, events, _) =>
                new(Page(Events, e => e.Time, range.From, range.To, range.IsBackward, range.Position, events.Span)),
        };
        await using var server = await UaTestServer.StartAsync(
            token,
            options => options with { History = history },
            new UaTestNodes(BuiltInType.Double, BuiltInType.String, BuiltInType.Double)
        );
        var begin = new DateTimeOffset(Begin).ToUnixTimeMilliseconds().ToString(CultureInfo.InvariantCulture);
        var checks = (await Interop.RunAsync("ua-history-reads.js", token, $"opc.tcp://localhost:{server.Port}", begin))
            .EnumerateObject()
            .ToArray();
        Assert.That(checks, Has.Length.EqualTo(37));
        Assert.Multiple(() =>
        {
            foreach (var check in checks)
                Assert.That(check.Value.GetString(), Is.EqualTo("ok"), check.Name);
        });
    }

    private static readonly RecordedEvent[] Events = [Event(10, "first", 100), Event(20, "second", 900)];

    private static RecordedEvent Event(int second, string message, ushort severity) =>
        new(
            At(second),
            Ids.SystemEventType,
            Ids.Server,
            false,
            [("Message", Variant.From(new LocalizedText(message))), ("Severity", Variant.From(severity))]
        );

    private static long At(int second) => UaTime.FromTicks(Begin.AddSeconds(second).Ticks);

    private static SourceProgress Page<T>(
        T[] all,
        Func<T, long> time,
        long from,
        long to,
        bool isBackward,
        ReadOnlyMemory<byte> position,
        Span<T> into
    )
    {
        var step = isBackward ? -1 : 1;
        var at =
            position.Length > 0 ? BinaryPrimitives.ReadInt32LittleEndian(position.Span)
            : isBackward ? Array.FindLastIndex(all, v => time(v) <= from)
            : Array.FindIndex(all, v => time(v) >= from) is >= 0 and var first ? first
            : all.Length;
        var count = 0;
        for (; count < into.Length && IsIn(at); at += step)
            into[count++] = all[at];
        var next = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(next, at);
        return new SourceProgress(count, IsIn(at) ? next : []);

        bool IsIn(int i) => i >= 0 && i < all.Length && (isBackward ? time(all[i]) > to : time(all[i]) < to);
    }
}
