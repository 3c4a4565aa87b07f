using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web.View;

namespace S7OpcBridge.Web.Page;

/// <summary>The connected OPC UA clients.</summary>
/// <param name="Sessions">The sessions in the order of their creation.</param>
/// <param name="Waiting">Number of subscriptions without a session, kept for their clients to return.</param>
/// <param name="MemoryBytes">Memory held for all clients together, in bytes.</param>
/// <param name="MostMemoryBytes">Limit of that memory, in bytes.</param>
internal sealed record ClientList(IReadOnlyList<SessionRow> Sessions, int Waiting, long MemoryBytes, long MostMemoryBytes)
{
    public static ClientList Of(BridgeView view)
    {
        var (sessions, memory) = (view.Clients, view.ClientMemory);
        var served = sessions.Sum(session => session.Subscriptions.Count);
        return new ClientList(
            [.. sessions.Select(session => SessionRow.Of(session, view.Time.GetUtcNow()))],
            Math.Max(0, view.Subscriptions - served),
            memory.Taken,
            memory.Most
        );
    }
}

/// <summary>A session. Application and name are set by the client and may contain any text.</summary>
internal sealed record SessionRow(
    string Application,
    string Name,
    string? User,
    string? Remote,
    string Security,
    double? AgeMs,
    double SilenceMs,
    IReadOnlyList<SubscriptionRow> Subscriptions
)
{
    public static SessionRow Of(ClientSession session, DateTimeOffset now) =>
        new(
            session.Application,
            session.Name,
            session.User,
            session.Remote?.ToString(),
            session.Security == "None, None" ? "None" : session.Security,
            Age.Of(session.Created.UtcDateTime, now),
            Math.Round(session.Silence.TotalMilliseconds),
            [.. session.Subscriptions.Select(SubscriptionRow.Of)]
        );
}

/// <summary>A subscription.</summary>
internal sealed record SubscriptionRow(
    uint Id,
    double IntervalMs,
    bool IsEnabled,
    uint Items,
    uint Notifications,
    uint Late,
    uint Overflows
)
{
    public static SubscriptionRow Of(ClientSubscription subscription) =>
        new(
            subscription.Id,
            subscription.PublishingInterval.TotalMilliseconds,
            subscription.IsEnabled,
            subscription.Items,
            subscription.Notifications,
            subscription.Late,
            subscription.Overflows
        );
}
