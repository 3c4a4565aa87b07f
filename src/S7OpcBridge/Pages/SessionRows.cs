using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web;
using S7OpcBridge.Words;

namespace S7OpcBridge.Pages;

/// <summary>Makes the rows of the status page of sessions.</summary>
internal static class SessionRows
{
    public static SessionRow From(ClientSession session, DateTimeOffset now) =>
        new(
            Printable.From(session.Application),
            Printable.From(session.Name),
            session.User,
            session.Remote?.ToString(),
            session.Security == "None, None" ? "None" : session.Security,
            Math.Max(0, Math.Round((now - session.Created).TotalMilliseconds)),
            Math.Round(session.Silence.TotalMilliseconds),
            [.. session.Subscriptions.Select(From)]
        );

    private static SubscriptionRow From(ClientSubscription subscription) =>
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
