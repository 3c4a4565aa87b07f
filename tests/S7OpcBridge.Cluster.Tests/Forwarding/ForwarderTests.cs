using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Forwarding;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Forwarding;

[CancelAfter(30_000)]
internal sealed class ForwarderTests
{
    [Test]
    public async Task A_link_over_which_nothing_is_confirmed_begins_anew_with_all_PLCs_and_higher_numbers_and_says_so_once(
        CancellationToken token
    )
    {
        await using var plant = new SharedPlant("Line1");
        var (tags, asked, log, answers) = (new MapTags(plant.Map()), new List<BatchHead>(), new Words(), false);
        var sending = new Sending
        {
            Instance = 1,
            Time = TimeProvider.System,
            AskAsync = async (_, kind, body, stop) =>
            {
                if (kind != MessageKind.Batch)
                    return [];
                lock (asked)
                    asked.Add(HeadOf(body));
                if (!Volatile.Read(ref answers))
                    await Poll.ForEverAsync(stop);
                return BatchAnswer.Write(2, []);
            },
            Read = static tag => new TagSample(tag, default, TagQuality.Good, 1),
            StatusOf = static _ => new PlcStatus(),
            SymbolsOf = static _ => null,
            TenureOf = static _ => 1,
            View = static () => 1,
            Tags = () => tags,
            Demands = new Demands(),
            Overtaken = static (_, _) => { },
        };
        await using var forwarder = new Forwarder(sending, log);
        forwarder.Follow(["other"]);
        await Poll.UntilAsync(() => Count() == 1, token);
        for (var look = 0; look < RunningLink.FirstPatience - 1; look++)
            forwarder.Renew();
        Assert.That(log.Said, Is.Empty, "not yet");
        forwarder.Renew();
        await Poll.UntilAsync(() => Count() == 2, token);
        Volatile.Write(ref answers, true);
        for (var look = 0; look < 2 * RunningLink.FirstPatience; look++)
            forwarder.Renew();
        await Poll.UntilAsync(() => forwarder.Links.Single().Figures.Batches > 0, token);
        lock (asked)
        {
            Assert.That(asked[0].Plcs + asked[1].Plcs + asked[2].Plcs, Is.EqualTo(3), "each begins with the PLC");
            Assert.That(asked.Select(static head => head.Sequence), Is.Ordered.Ascending.And.Unique);
        }
        Assert.That(log.Said, Has.Count.EqualTo(1).And.All.StartsWith("Node other is a member of the cluster and has confirmed nothing"));

        int Count()
        {
            lock (asked)
                return asked.Count;
        }
    }

    private static BatchHead HeadOf(ReadOnlyMemory<byte> body)
    {
        var from = new WireReader(body.Span);
        return BatchHead.Read(ref from);
    }

    private sealed class Words : ILogger
    {
        public List<string> Said { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) => Said.Add(formatter(state, exception));
    }
}
