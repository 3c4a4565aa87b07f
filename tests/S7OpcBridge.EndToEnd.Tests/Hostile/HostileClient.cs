using System.Collections.Concurrent;
using System.Net.Sockets;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Sessions of a client that wants to harm, and short ways to ask for much. What the server refuses is fine.</summary>
internal sealed class HostileClient(int port, CancellationToken cancellationToken) : IAsyncDisposable
{
    private readonly List<UaTestClient> _sessions = [];
    private readonly ConcurrentDictionary<string, int> _answers = new();

    /// <summary>How often it got which status.</summary>
    public string Answers => string.Join(", ", _answers.OrderBy(answer => answer.Key).Select(answer => $"{answer.Value} {answer.Key}"));

    /// <summary>Cancelled when the test has taken too long.</summary>
    public CancellationToken Stop => cancellationToken;

    /// <summary>One more session, which accepts answers of so many bytes; 0: of any size.</summary>
    public async Task<UaTestClient> SessionAsync(uint maxAnswer = 0)
    {
        var client = await ChannelAsync();
        await client.CreateSessionAsync(cancellationToken, change: request => request.MaxResponseMessageSize = maxAnswer);
        await client.ActivateAsync(cancellationToken);
        return client;
    }

    /// <summary>A channel without a session.</summary>
    public async Task<UaTestClient> ChannelAsync()
    {
        var client = new UaTestClient(await UaTestChannel.OpenAsync(port, cancellationToken));
        _sessions.Add(client);
        return client;
    }

    /// <summary>Sends a request; a fault, or the end of the connection, is an answer too.</summary>
    public async Task<bool> TryAsync<T>(UaTestClient session, IUaStructure request)
        where T : IUaStructure<T>
    {
        try
        {
            var response = await session.CallAsync<T>(request, cancellationToken);
            Count(
                response switch
                {
                    CreateMonitoredItemsResponse items => [.. items.Results.Select(result => result.StatusCode)],
                    HistoryReadResponse history => [.. history.Results.Select(result => result.StatusCode)],
                    CallResponse call => [.. call.Results.Select(result => result.StatusCode)],
                    SetTriggeringResponse links => links.AddResults,
                    _ => [StatusCodes.Good],
                }
            );
            return true;
        }
        catch (UaException e)
        {
            Count(e.Status);
            return false;
        }
        catch (Exception e)
            when (e is UaTestErrorException or EndOfStreamException or IOException or SocketException or ObjectDisposedException)
        {
            Count(StatusCodes.BadConnectionClosed);
            return false;
        }
    }

    private void Count(params ReadOnlySpan<StatusCode> statuses)
    {
        foreach (var status in statuses)
            _answers.AddOrUpdate(StatusCodes.NameOf(status), 1, static (_, count) => count + 1);
    }

    /// <summary>A subscription with a publishing interval in milliseconds.</summary>
    public static async Task<uint> SubscribeAsync(UaTestClient session, double interval, CancellationToken cancellationToken) =>
        (
            await session.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = interval,
                    RequestedLifetimeCount = 100_000,
                    RequestedMaxKeepAliveCount = 100,
                    PublishingEnabled = true,
                },
                cancellationToken
            )
        ).SubscriptionId;

    /// <summary>CreateMonitoredItems.</summary>
    public static Task<CreateMonitoredItemsResponse> CreateAsync(
        UaTestClient session,
        uint subscription,
        CancellationToken cancellationToken,
        params MonitoredItemCreateRequest[] items
    ) => session.CallAsync<CreateMonitoredItemsResponse>(Create(subscription, items), cancellationToken);

    /// <summary>A request of CreateMonitoredItems.</summary>
    public static CreateMonitoredItemsRequest Create(uint subscription, params MonitoredItemCreateRequest[] items) =>
        new()
        {
            SubscriptionId = subscription,
            TimestampsToReturn = TimestampsToReturn.Both,
            ItemsToCreate = items,
        };

    /// <summary>An item with a filter.</summary>
    public static MonitoredItemCreateRequest Item(NodeId node, AttributeId attribute, IUaStructure? filter, uint queue = 1) =>
        new()
        {
            ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)attribute },
            MonitoringMode = MonitoringMode.Reporting,
            RequestedParameters = new MonitoringParameters
            {
                QueueSize = queue,
                DiscardOldest = true,
                Filter = filter is null ? null : ExtensionObject.From(filter),
            },
        };

    /// <summary>A filter for events that lets all pass.</summary>
    public static EventFilter Everything() =>
        new()
        {
            SelectClauses =
            [
                new SimpleAttributeOperand
                {
                    TypeDefinitionId = Ids.BaseEventType,
                    BrowsePath = [new QualifiedName(0, "Message")],
                    AttributeId = (uint)AttributeId.Value,
                },
            ],
        };

    /// <summary>A filter for events: what passes one operator over literals.</summary>
    public static EventFilter Where(FilterOperator test, params Variant[] operands)
    {
        var operandsOf = operands.Select(value => ExtensionObject.From(new LiteralOperand { Value = value }));
        var filter = Everything();
        filter.WhereClause = new ContentFilter
        {
            Elements = [new ContentFilterElement { FilterOperator = test, FilterOperands = [.. operandsOf] }],
        };
        return filter;
    }

    /// <summary>A pattern for which a matcher that goes back, and looks for the end of a set each time, takes hours.</summary>
    public static EventFilter DearLike() =>
        Where(FilterOperator.Like, Variant.From(new string('[', 20_000)), Variant.From("%" + new string('[', 10_000) + "x"));

    /// <summary>A HistoryRead of one node, without a timeoutHint.</summary>
    public static HistoryReadRequest History(IUaStructure details, NodeId node) =>
        new()
        {
            HistoryReadDetails = ExtensionObject.From(details),
            TimestampsToReturn = TimestampsToReturn.Source,
            NodesToRead = [new HistoryReadValueId { NodeId = node }],
        };

    /// <summary>Ends all its sessions, as far as they live.</summary>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_sessions.Where(session => !session.AuthenticationToken.IsNull).Select(CloseAsync));
        foreach (var session in _sessions)
            await session.DisposeAsync();
    }

    // One that reads much at once may answer late; who is not answered leaves without a word.
    private async Task CloseAsync(UaTestClient session)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(5));
        await session
            .CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, patience.Token)
            .ContinueWith(static _ => { }, TaskScheduler.Default);
    }
}
