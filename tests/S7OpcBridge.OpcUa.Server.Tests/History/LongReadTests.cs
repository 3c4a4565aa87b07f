using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>Reads of history that take long: they harm nobody else, and end with their client.</summary>
[CancelAfter(30_000)]
internal sealed class LongReadTests : HistoryFixture
{
    private static readonly NodeId Endless = UaTestNodes.IdOfVariable(0),
        Short = UaTestNodes.IdOfVariable(1);

    private long _pages;

    [Test]
    public async Task A_short_read_is_answered_while_others_read_without_end()
    {
        await StartEndlessAsync();
        var hostile = await SessionAsync();
        var reads = Enumerable.Range(0, 8).Select(_ => BeginAsync(hostile)).ToArray();
        await Poll.UntilAsync(() => Server.Server.HistoryReads.UnderWay == 8 && Pages > 1000, Stop);
        var result = await ReadAsync(await SessionAsync(), Raw(At(0), At(10)), node: Short);
        Assert.That(ValuesOf(result), Has.Length.EqualTo(3));
        Assert.That(reads.Any(read => read.IsCompleted), Is.False);
    }

    [Test]
    public async Task Reads_end_when_their_client_is_gone_though_its_session_lives()
    {
        await StartEndlessAsync();
        var hostile = await SessionAsync();
        var read = BeginAsync(hostile);
        await Poll.UntilAsync(() => Pages > 0, Stop);
        await hostile.DisposeAsync();
        await Poll.UntilAsync(() => Server.Server.HistoryReads.UnderWay == 0, Stop);
        Assert.That(Server.Server.Sessions, Is.EqualTo(1));
        Assert.That(async () => await read, Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public async Task Reads_end_when_the_client_cancels_them_or_closes_its_session()
    {
        await StartEndlessAsync();
        var client = await SessionAsync();
        var request = Request(Raw(At(0), At(10)));
        request.RequestHeader.RequestHandle = 4711;
        var cancelled = StatusOf(client.CallAsync<HistoryReadResponse>(request, Stop));
        await Poll.UntilAsync(() => Pages > 0, Stop);
        await client.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 4711 }, Stop);
        Assert.That(await cancelled, Is.EqualTo("BadRequestCancelledByClient"));
        var closed = StatusOf(BeginAsync(client));
        await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        Assert.That(await closed, Is.EqualTo("BadSessionClosed"));
        await Poll.UntilAsync(() => Server.Server.HistoryReads.UnderWay == 0, Stop);
    }

    [Test]
    public async Task Reads_end_when_the_server_stops()
    {
        await StartEndlessAsync();
        var read = StatusOf(BeginAsync(await SessionAsync()));
        await Poll.UntilAsync(() => Pages > 0, Stop);
        await Server.DisposeAsync();
        Assert.That(await read, Does.Contain("BadShutdown"));
        await Poll.UntilAsync(() => Server.Server.HistoryReads.UnderWay == 0, Stop);
    }

    [TestCase(0u, 10), TestCase(20_000u, 12), TestCase(uint.MaxValue, 30)]
    public async Task An_answer_is_worked_on_for_a_limited_time_also_without_a_timeout_hint(uint hint, int seconds)
    {
        for (var i = 0; i < 100; i++)
            Record(0, At(0, i), Variant.From((double)i));
        await StartAsync(new HistoryLimits { MaxAnswerTime = TimeSpan.FromSeconds(30) }, change: OnClock);
        var client = await SessionAsync();
        History.PageSize = 1;
        History.Reading = () => Clock.Advance(TimeSpan.FromSeconds(1));
        var request = Request(Raw(At(0), At(10)));
        request.RequestHeader.TimeoutHint = hint;
        var result = (await client.CallAsync<HistoryReadResponse>(request, Stop)).Results[0];
        Assert.That(ValuesOf(result), Has.Length.EqualTo(seconds + 1));
        Assert.That(Server.Server.HistoryReads.CutShort, Is.EqualTo(1));
        History.Reading = static () => { };
        Assert.That(ValuesOf(await ReadAsync(client, null, result.ContinuationPoint)), Has.Length.EqualTo(100 - ValuesOf(result).Length));
    }

    private long Pages => Interlocked.Read(ref _pages);

    private static Task<HistoryReadResult> BeginAsync(UaTestClient client) => ReadAsync(client, Raw(At(0), At(10)), node: Endless);

    /// <summary>A store whose answers for one variable are always that it searches on.</summary>
    private Task StartEndlessAsync()
    {
        _pages = 0;
        Record(0, At(0), Variant.From(1.0));
        for (var i = 0; i < 3; i++)
            Record(1, At(i), Variant.From(1.0));
        return StartAsync(change: o => o with { History = o.History! with { ReadRaw = ReadAsync } });
    }

    private ValueTask<SourceProgress> ReadAsync(RawHistoryRange range, Memory<DataValue> values, CancellationToken cancellationToken)
    {
        if (range.Variable != 0)
            return History.Source().ReadRaw(range, values, cancellationToken);
        Interlocked.Increment(ref _pages);
        return new(new SourceProgress(0, new byte[1]));
    }
}
