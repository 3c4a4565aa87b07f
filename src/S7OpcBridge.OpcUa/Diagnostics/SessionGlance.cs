namespace S7OpcBridge.OpcUa;

/// <summary>A session, for people who look after the server. What a client says of itself may be any text.</summary>
/// <param name="Application">The client's application, as it says; its URI where it gives no name.</param>
/// <param name="Name">The session's name.</param>
/// <param name="Remote">Address and port of the client; null: between two connections.</param>
/// <param name="User">The user; null: anonymous, or nobody has logged in yet.</param>
/// <param name="Security">Policy and mode.</param>
/// <param name="Age">How long it has been there.</param>
/// <param name="Silence">How long nothing was heard of it.</param>
/// <param name="Subscriptions">Its subscriptions.</param>
public sealed record SessionGlance(
    string Application, string Name, string? Remote, string? User, string Security, TimeSpan Age, TimeSpan Silence, IReadOnlyList<SubscriptionGlance> Subscriptions)
{
    internal static SessionGlance Of(Session session, TimeProvider time)
    {
        var client = session.Client;
        var (policy, mode) = session.Security;
        return new(
            client.ApplicationName.Text is { Length: > 0 } name ? name : client.ApplicationUri ?? "",
            session.Name,
            session.Connection?.Remote?.ToString(),
            session.Caller?.User,
            policy.IsSecure ? $"{policy}, {mode}" : policy.Name,
            time.GetElapsedTime(session.Created),
            session.Silence(time),
            [.. ServerDiagnostics.SubscriptionsIn(session).Select(SubscriptionDiagnostics.Of).OfType<SubscriptionDiagnosticsDataType>().Select(SubscriptionGlance.Of)]);
    }
}

/// <summary>A subscription.</summary>
/// <param name="Id">Its number.</param>
/// <param name="PublishingInterval">Time between two messages at least.</param>
/// <param name="IsPublishing">False: the client has switched notifications off.</param>
/// <param name="Items">Monitored items.</param>
/// <param name="Notifications">Notifications sent.</param>
/// <param name="Late">Cycles that found no Publish request of the client.</param>
/// <param name="Overflows">Samples that were lost in the items' queues, which the client chose too short or empties too seldom.</param>
public sealed record SubscriptionGlance(uint Id, TimeSpan PublishingInterval, bool IsPublishing, uint Items, uint Notifications, uint Late, uint Overflows)
{
    internal static SubscriptionGlance Of(SubscriptionDiagnosticsDataType figures) => new(figures.SubscriptionId, TimeSpan.FromMilliseconds(figures.PublishingInterval),
        figures.PublishingEnabled, figures.MonitoredItemCount, figures.NotificationsCount, figures.LatePublishRequestCount, figures.MonitoringQueueOverflowCount + figures.EventQueueOverFlowCount);
}
