using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of <c>server</c> that limit what clients may request. Limits with a node in the standard are also published there.</summary>
internal static class LimitKeys
{
    private const int Mega = 1024 * 1024;

    public static readonly MapKey<RawServer>[] All =
    [
        new(
            "clientMemory",
            KeyShape.Text,
            "Memory of the server for all clients together, such as 64MB. Default: a quarter of what the process may use, "
                + "16MB to 2GB.",
            static (yaml, server) =>
            {
                if (yaml.Bytes(16L * Mega, 1024L * 1024 * Mega) is { } bytes)
                    server.Settings = server.Settings with { Limits = server.Settings.Limits with { ClientMemory = bytes } };
            }
        ),
        Define("maxSessions", 1, 10_000, "Sessions", l => l.MaxSessions, (l, n) => l with { MaxSessions = n }),
        Define("maxConnections", 2, 100_000, "TCP connections", l => l.MaxConnections, (l, n) => l with { MaxConnections = n }),
        Define(
            "maxConnectionsWithoutSession",
            1,
            100_000,
            "TCP connections without a session (the oldest is closed first)",
            l => l.MaxConnectionsWithoutSession,
            (l, n) => l with { MaxConnectionsWithoutSession = n }
        ),
        Define("maxMessageSize", 65_536, 1024 * Mega, "Bytes of a request", l => l.MaxMessageSize, (l, n) => l with { MaxMessageSize = n }),
        Define("maxChunks", 1, 1_000_000, "Chunks of a request", l => l.MaxChunks, (l, n) => l with { MaxChunks = n }),
        Define("maxNesting", 10, 200, "Nesting levels of values in a request", l => l.MaxNesting, (l, n) => l with { MaxNesting = n }),
        Define(
            "maxArrayLength",
            1000,
            100_000_000,
            "Elements of an array in a request",
            l => l.MaxArrayLength,
            (l, n) => l with { MaxArrayLength = n }
        ),
        Define(
            "maxStringLength",
            1000,
            1024 * Mega,
            "Bytes of a text in a request",
            l => l.MaxStringLength,
            (l, n) => l with { MaxStringLength = n }
        ),
        Define(
            "maxByteStringLength",
            16_384,
            1024 * Mega,
            "Bytes of a byte string or structure in a request",
            l => l.MaxByteStringLength,
            (l, n) => l with { MaxByteStringLength = n }
        ),
        Define(
            "maxOperations",
            10,
            1_000_000,
            "Nodes of one Read, Write, Browse or of one call for monitored items",
            l => l.MaxOperations,
            (l, n) => l with { MaxOperations = n }
        ),
        Define(
            "maxContinuationPoints",
            1,
            1000,
            "Unfinished Browse calls of one session",
            l => l.MaxContinuationPoints,
            (l, n) => l with { MaxContinuationPoints = n }
        ),
        Define(
            "maxSubscriptions",
            1,
            1_000_000,
            "Subscriptions of all clients",
            l => l.MaxSubscriptions,
            (l, n) => l with { MaxSubscriptions = n }
        ),
        Define(
            "maxSubscriptionsPerSession",
            1,
            100_000,
            "Subscriptions of one session",
            l => l.MaxSubscriptionsPerSession,
            (l, n) => l with { MaxSubscriptionsPerSession = n }
        ),
        Define(
            "maxMonitoredItems",
            1,
            100_000_000,
            "Monitored items of all clients",
            l => l.MaxMonitoredItems,
            (l, n) => l with { MaxMonitoredItems = n }
        ),
        Define(
            "maxMonitoredItemsPerSubscription",
            1,
            2_097_151,
            "Monitored items of one subscription",
            l => l.MaxMonitoredItemsPerSubscription,
            (l, n) => l with { MaxMonitoredItemsPerSubscription = n }
        ),
        Define(
            "maxPublishRequests",
            1,
            10_000,
            "Waiting Publish requests of one session",
            l => l.MaxPublishRequests,
            (l, n) => l with { MaxPublishRequests = n }
        ),
    ];

    private static MapKey<RawServer> Define(
        string name,
        int least,
        int most,
        string what,
        Func<ServerLimits, int> value,
        Func<ServerLimits, int, ServerLimits> change
    ) =>
        new(
            name,
            KeyShape.Whole(least, most),
            $"{what}, at most. Default {value(new ServerLimits())}.",
            (yaml, server) =>
            {
                if (yaml.Whole(least, most) is { } number)
                    server.Settings = server.Settings with { Limits = change(server.Settings.Limits, number) };
            }
        );
}
