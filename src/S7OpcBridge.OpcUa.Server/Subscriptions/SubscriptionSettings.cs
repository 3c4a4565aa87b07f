namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The revised settings of a subscription (OPC 10000-4, 5.14.2).</summary>
/// <param name="PublishingInterval">Whole milliseconds, at least 1.</param>
/// <param name="KeepAliveCount">Cycles without a message after which an empty one is sent.</param>
/// <param name="LifetimeCount">Cycles without a Publish request after which the subscription ends.</param>
/// <param name="MaxNotifications">Notifications of one message; <see cref="uint.MaxValue"/>: any number.</param>
/// <param name="Priority">Among subscriptions that are late, the highest is served first.</param>
internal readonly record struct SubscriptionSettings(
    long PublishingInterval,
    uint KeepAliveCount,
    uint LifetimeCount,
    uint MaxNotifications,
    byte Priority
)
{
    /// <summary>
    /// Revises a request. NaN, zero and negative intervals become the shortest; the lifetime is at least three keep-alives, and within <see
    /// cref="SubscriptionLimits.MinLifetime"/> and <see cref="SubscriptionLimits.MaxLifetime"/>.
    /// </summary>
    public static SubscriptionSettings Revise(
        SubscriptionLimits limits,
        double interval,
        uint lifetime,
        uint keepAlive,
        uint maxNotifications,
        byte priority
    )
    {
        var fastest = limits.MinPublishingInterval;
        var slowest = Math.Max(fastest, Math.Min(limits.MaxPublishingInterval, limits.MaxLifetime / 3));
        var whole = Math.Max(1, (long)Math.Ceiling(double.IsNaN(interval) ? fastest : Math.Clamp(interval, fastest, slowest)));
        var mostCycles = (uint)Math.Clamp(limits.MaxLifetime / whole, 3, uint.MaxValue);
        keepAlive = Math.Clamp(
            keepAlive == 0 ? limits.DefaultKeepAliveCount : keepAlive,
            1,
            Math.Min(limits.MaxKeepAliveCount, mostCycles / 3)
        );
        var leastCycles = Math.Max(3 * keepAlive, (uint)Math.Min(mostCycles, Math.Ceiling(limits.MinLifetime / whole)));
        lifetime = Math.Clamp(lifetime, leastCycles, mostCycles);
        var most = limits.MaxNotificationsPerPublish == 0 ? uint.MaxValue : limits.MaxNotificationsPerPublish;
        return new SubscriptionSettings(
            whole,
            keepAlive,
            lifetime,
            maxNotifications == 0 ? most : Math.Min(maxNotifications, most),
            priority
        );
    }
}
