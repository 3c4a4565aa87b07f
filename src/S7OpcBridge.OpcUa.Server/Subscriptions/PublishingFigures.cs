using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Figures of all subscriptions since the start of the server, ended ones included.</summary>
/// <param name="Notifications">Values and events sent.</param>
/// <param name="Events">Events among them.</param>
/// <param name="Overflows">Values and events that were overwritten in the queue of an item before they were sent.</param>
/// <param name="Discarded">Messages that were dropped before the client acknowledged them.</param>
/// <param name="Cycles">Publishing cycles.</param>
/// <param name="Lateness">Sum of the delays of these cycles.</param>
/// <param name="Unserved">Cycles that had something to send and no Publish request.</param>
public readonly record struct PublishingFigures(
    ulong Notifications,
    ulong Events,
    ulong Overflows,
    ulong Discarded,
    ulong Cycles,
    TimeSpan Lateness,
    ulong Unserved
)
{
    internal PublishingFigures Plus(Subscription subscription)
    {
        var (counters, queue) = (subscription.Counters, subscription.Items.Queue);
        return new PublishingFigures(
            Notifications + counters.Notifications,
            Events + counters.Events,
            Overflows + queue.Overflows,
            Discarded + subscription.Sent.Dropped,
            Cycles + counters.Cycles,
            Lateness + TimeSpan.FromMilliseconds(counters.Lateness),
            Unserved + counters.LateCycles
        );
    }
}
