using System.Reflection;
using S7OpcBridge.OpcUa.Server.Tests.Conformance;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>
/// Requests of every service: sound ones, ones with more and longer parts than anybody needs, and damaged ones. The same number makes the same one.
/// </summary>
internal static class RequestSeeds
{
    private static readonly string[] Texts = ["", "%[[[[", "%a%a%a%a%", "1:2,3,4:5", "opc.tcp://x", "de-DE", "\"a\"", "urn:x"];

    private static readonly int[] Lengths = [0, 1, 2, 10, 100, 500, 1000];

    private static readonly (string Name, Func<int, uint, IUaStructure> Create)[] Services =
    [
        .. ServiceCase.OfSession.Select(service => (service.Name, service.Create)),
        (
            "GetEndpoints",
            (_, _) =>
                new GetEndpointsRequest
                {
                    EndpointUrl = "opc.tcp://x",
                    LocaleIds = ["en"],
                    ProfileUris = ["x"],
                }
        ),
        (
            "FindServers",
            (_, _) =>
                new FindServersRequest
                {
                    EndpointUrl = "opc.tcp://x",
                    LocaleIds = ["en"],
                    ServerUris = ["urn:test:server"],
                }
        ),
        (
            "CreateSession",
            (_, _) =>
                new CreateSessionRequest
                {
                    SessionName = "s",
                    EndpointUrl = "opc.tcp://x",
                    ClientDescription = new ApplicationDescription { ApplicationUri = "urn:x", DiscoveryUrls = ["a"] },
                }
        ),
        (
            "ActivateSession",
            (_, _) =>
                new ActivateSessionRequest
                {
                    LocaleIds = ["en"],
                    UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
                }
        ),
        ("CreateMonitoredItems of events", (n, subscription) => Items(n, subscription, Ids.Server, AttributeId.EventNotifier, Filter())),
        (
            "CreateMonitoredItems of aggregates",
            (n, subscription) =>
                Items(
                    n,
                    subscription,
                    UaTestNodes.IdOfVariable(0),
                    AttributeId.Value,
                    new AggregateFilter { AggregateType = Ids.AggregateFunction_Average }
                )
        ),
        (
            "HistoryRead raw",
            (n, _) =>
                History(
                    n,
                    new ReadRawModifiedDetails
                    {
                        StartTime = 1,
                        EndTime = long.MaxValue / 2,
                        ReturnBounds = true,
                    }
                )
        ),
        ("HistoryRead at times", (n, _) => History(n, new ReadAtTimeDetails { ReqTimes = [1, 2, 3] })),
        (
            "HistoryRead processed",
            (n, _) =>
                History(
                    n,
                    new ReadProcessedDetails
                    {
                        StartTime = 1,
                        EndTime = 1_000_000_000,
                        ProcessingInterval = 1000,
                        AggregateType = [Ids.AggregateFunction_Average],
                    }
                )
        ),
        (
            "HistoryRead events",
            (n, _) =>
                History(
                    n,
                    new ReadEventDetails
                    {
                        StartTime = 1,
                        EndTime = long.MaxValue / 2,
                        Filter = Filter(),
                    }
                )
        ),
    ];

    /// <summary>A request with its header.</summary>
    /// <param name="number">Chooses it.</param>
    /// <param name="token">The session's.</param>
    /// <param name="subscription">The session's.</param>
    public static (string Service, byte[] Body) Make(int number, NodeId token, uint subscription)
    {
        var random = new Random(number);
        var (name, create) = Services[random.Next(Services.Length)];
        var request = create(Math.Max(1, Lengths[random.Next(Lengths.Length)]), subscription);
        if (random.Next(2) == 0)
            Grow(request, random, 3);
        var header = (RequestHeader)request.GetType().GetProperty(nameof(RequestHeader))!.GetValue(request)!;
        (header.AuthenticationToken, header.Timestamp, header.RequestHandle, header.TimeoutHint) = (token, 1, (uint)number, 1000);
        var body = UaTestChannel.Encode(request);
        return (name, random.Next(3) == 0 ? Damaged(body, random) : body);
    }

    // Behind the header, so that the request reaches its service.
    private static byte[] Damaged(byte[] body, Random random)
    {
        var reader = new UaReader(body, EncodingLimits.Default);
        reader.ReadNodeIdView();
        RequestHead.Read(ref reader);
        return [.. body[..reader.Position], .. new Mutation(random).Of(body[reader.Position..], [body])];
    }

    private static void Grow(object structure, Random random, int depth)
    {
        foreach (var property in structure.GetType().GetProperties().Where(each => each.CanWrite && each.Name != nameof(RequestHeader)))
        {
            var value = property.GetValue(structure);
            if (property.PropertyType == typeof(string) && random.Next(2) == 0)
                property.SetValue(structure, Long(random));
            else if (property.PropertyType == typeof(double) && random.Next(2) == 0)
                property.SetValue(structure, new[] { 0, -1, double.NaN, double.MaxValue, 1e-9 }[random.Next(5)]);
            else if (value is Array { Length: > 0 } elements && random.Next(2) == 0)
                property.SetValue(structure, Repeated(elements, Lengths[random.Next(Lengths.Length)]));
            if (depth > 0)
                GrowIn(property, structure, random, depth - 1);
        }
    }

    private static void GrowIn(PropertyInfo property, object structure, Random random, int depth)
    {
        switch (property.GetValue(structure))
        {
            case IUaStructure inner:
                Grow(inner, random, depth);
                break;
            case ExtensionObject { Body: IUaStructure body }:
                Grow(body, random, depth);
                break;
            case Array { Length: > 0 } elements when elements.GetValue(0) is IUaStructure first:
                Grow(first, random, depth);
                break;
        }
    }

    private static string Long(Random random) =>
        string.Concat(Enumerable.Repeat(Texts[random.Next(Texts.Length)], Lengths[random.Next(Lengths.Length)]));

    private static Array Repeated(Array elements, int count)
    {
        var many = Array.CreateInstance(elements.GetType().GetElementType()!, count);
        for (var i = 0; i < count; i++)
            many.SetValue(elements.GetValue(i % elements.Length), i);
        return many;
    }

    private static CreateMonitoredItemsRequest Items(
        int count,
        uint subscription,
        NodeId node,
        AttributeId attribute,
        IUaStructure filter
    ) =>
        new()
        {
            SubscriptionId = subscription,
            ItemsToCreate =
            [
                .. Enumerable
                    .Range(0, count)
                    .Select(_ => new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)attribute },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { QueueSize = 1, Filter = ExtensionObject.From(filter) },
                    }),
            ],
        };

    private static HistoryReadRequest History(int count, IUaStructure details) =>
        new()
        {
            HistoryReadDetails = ExtensionObject.From(details),
            TimestampsToReturn = TimestampsToReturn.Both,
            NodesToRead = [.. Enumerable.Range(0, count).Select(_ => new HistoryReadValueId { NodeId = UaTestNodes.IdOfVariable(0) })],
        };

    private static EventFilter Filter() =>
        new()
        {
            SelectClauses =
            [
                new SimpleAttributeOperand { BrowsePath = [new QualifiedName(0, "Message")], AttributeId = (uint)AttributeId.Value },
            ],
            WhereClause = new ContentFilter
            {
                Elements =
                [
                    new ContentFilterElement
                    {
                        FilterOperator = FilterOperator.Like,
                        FilterOperands =
                        [
                            ExtensionObject.From(new LiteralOperand { Value = Variant.From(new string('[', 300)) }),
                            ExtensionObject.From(new LiteralOperand { Value = Variant.From("%" + new string('[', 300) + "x") }),
                        ],
                    },
                ],
            },
        };
}
