using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>What tests of HistoryRead share: a server with a history in memory, and short ways to read it.</summary>
internal abstract class HistoryFixture : UaServerFixture
{
    protected static readonly NodeId Toy = UaTestNodes.IdOfVariable(0);
    protected static readonly long Noon = UaTime.FromTicks(new DateTime(2026, 3, 1, 12, 0, 0, DateTimeKind.Utc).Ticks);

    protected MemoryHistory History { get; private set; } = new();

    [SetUp]
    public void Empty() => History = new MemoryHistory();

    protected static long At(int minutes, double seconds = 0) =>
        Noon + minutes * TimeSpan.TicksPerMinute + (long)(seconds * TimeSpan.TicksPerSecond);

    protected void Record(int variable, long time, Variant value, StatusCode status = default) =>
        History.Add(variable, new DataValue(value, status, time, time));

    protected Task StartAsync(
        HistoryLimits? limits = null,
        UaTestNodes? nodes = null,
        int variables = 3,
        Func<UaServerOptions, UaServerOptions>? change = null,
        Func<int, HistoryConfiguration?>? configuration = null,
        bool hasEvents = false
    ) =>
        StartAsync(
            o =>
                (change ?? (x => x))(
                    o with
                    {
                        History = History.Source(configuration, hasEvents),
                        Limits = o.Limits with { History = limits ?? new() },
                    }
                ),
            nodes ?? UaTestNodes.Many(variables, BuiltInType.Double),
            variables
        );

    protected static HistoryReadRequest Request(IUaStructure? details, params HistoryReadValueId[] nodes) =>
        new()
        {
            HistoryReadDetails = details is null ? null : ExtensionObject.From(details),
            TimestampsToReturn = TimestampsToReturn.Both,
            NodesToRead = nodes.Length > 0 ? nodes : [new HistoryReadValueId { NodeId = Toy }],
        };

    protected static ReadRawModifiedDetails Raw(long start, long end, uint count = 0, bool bounds = false) =>
        new()
        {
            StartTime = start,
            EndTime = end,
            NumValuesPerNode = count,
            ReturnBounds = bounds,
        };

    protected static async Task<HistoryReadResult> ReadAsync(
        UaTestClient client,
        IUaStructure? details,
        byte[]? point = null,
        NodeId? node = null
    ) =>
        (
            await client.CallAsync<HistoryReadResponse>(
                Request(details, new HistoryReadValueId { NodeId = node ?? Toy, ContinuationPoint = point }),
                Stop
            )
        ).Results[0];

    protected static DataValue[] ValuesOf(HistoryReadResult result) => ((HistoryData)result.HistoryData!.Body!).DataValues;

    /// <summary>Reads until there is no continuation point.</summary>
    protected static async Task<(List<DataValue> Values, int Answers)> ReadAllAsync(
        UaTestClient client,
        IUaStructure details,
        NodeId? node = null
    )
    {
        var (all, answers, point) = (new List<DataValue>(), 0, (byte[]?)null);
        do
        {
            var result = await ReadAsync(client, details, point, node);
            Assert.That(result.StatusCode.IsGood, StatusCodes.NameOf(result.StatusCode));
            all.AddRange(ValuesOf(result));
            point = result.ContinuationPoint;
            answers++;
        } while (point is { Length: > 0 });
        return (all, answers);
    }
}
