using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>What unfinished reads hold is counted for their session.</summary>
[CancelAfter(30_000)]
internal sealed class UnfinishedReadTests : HistoryFixture
{
    // Counted in steps, for each holder.
    private const long Step = 16 * 1024;

    private long OfSessions => Server.Server.ClientMemory.ByKind[(int)ClientMemoryKind.Sessions];

    [Test]
    public async Task An_unfinished_ReadProcessed_counts_what_it_keeps_until_its_session_ends()
    {
        const int reads = 100;
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 1 });
        Fill();
        var client = await SessionAsync();
        var before = OfSessions;
        var details = new ReadProcessedDetails
        {
            StartTime = At(10),
            EndTime = At(0),
            ProcessingInterval = 1000,
            AggregateType = [Ids.AggregateFunction_Average],
            AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
        };
        for (var i = 0; i < reads; i++)
            Assert.That((await ReadAsync(client, details)).ContinuationPoint, Is.Not.Empty);
        // Backward, values of a group of intervals wait in each: 255 of them here.
        Assert.That(OfSessions - before, Is.GreaterThan(reads * 255 * 40));
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        Assert.That(OfSessions, Is.LessThanOrEqualTo(before));
    }

    [Test]
    public async Task The_times_of_a_ReadAtTime_count_while_one_of_its_nodes_is_unfinished()
    {
        await StartAsync(new HistoryLimits { MaxValuesPerNode = 1 });
        Fill();
        Record(1, At(0), Variant.From(1.0));
        var client = await SessionAsync();
        var before = OfSessions;
        var details = new ReadAtTimeDetails { ReqTimes = [.. Enumerable.Range(0, 20_000).Select(i => At(0, i))] };
        var request = Request(
            details,
            new HistoryReadValueId { NodeId = Toy },
            new HistoryReadValueId { NodeId = UaTestNodes.IdOfVariable(1) }
        );
        var results = (await client.CallAsync<HistoryReadResponse>(request, Stop)).Results;
        foreach (var kept in results)
        {
            Assert.That(OfSessions - before, Is.GreaterThan(20_000 * sizeof(long)), "as long as one is left");
            var release = Request(null, new HistoryReadValueId { ContinuationPoint = kept.ContinuationPoint });
            release.ReleaseContinuationPoints = true;
            await client.CallAsync<HistoryReadResponse>(release, Stop);
        }

        Assert.That(OfSessions - before, Is.LessThan(Step));
    }

    [Test]
    public async Task When_memory_is_short_the_session_that_holds_the_most_loses_its_continuation_points()
    {
        await StartAsync(
            new HistoryLimits { MaxValuesPerNode = 1 },
            change: o => o with { Limits = o.Limits with { ClientMemory = 2 << 20 } }
        );
        Fill();
        var client = await SessionAsync();
        var details = new ReadAtTimeDetails { ReqTimes = [.. Enumerable.Range(0, 10_000).Select(i => At(0, i))] };
        byte[]? first = null;
        for (var i = 0; i < 20 && Server.Server.ClientMemory.GaveWay == 0; i++)
        {
            var result = await ReadAsync(client, details);
            first ??= result.ContinuationPoint;
        }

        await Poll.UntilAsync(() => Server.Server.ClientMemory.Taken < 1 << 20, Stop);
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, null, first)).StatusCode), Is.EqualTo("BadContinuationPointInvalid"));
        Assert.That((await ReadAsync(client, Raw(At(0), At(1)))).ContinuationPoint, Is.Not.Empty);
    }

    private void Fill()
    {
        for (var i = 0; i < 100; i++)
            Record(0, At(0, i), Variant.From((double)i));
    }
}
