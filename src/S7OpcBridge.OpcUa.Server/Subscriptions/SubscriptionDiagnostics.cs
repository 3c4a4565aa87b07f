namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>Makes the elements of SubscriptionDiagnosticsArray (OPC 10000-5, 12.15).</summary>
internal static class SubscriptionDiagnostics
{
    /// <summary>
    /// Takes the figures of a subscription; null: it has ended. The caller may be inside another gate, so this gate is waited for one millisecond at most;
    /// after that the figures are read without it and may be of different moments.
    /// </summary>
    public static SubscriptionDiagnosticsDataType? DiagnosticsOf(Subscription subscription)
    {
        var gate = subscription.Owner.Gate;
        var isStill = gate.TryEnter(1);
        try
        {
            return subscription.IsClosed ? null : Read(subscription);
        }
        finally
        {
            if (isStill)
                gate.Exit();
        }
    }

    private static SubscriptionDiagnosticsDataType Read(Subscription subscription)
    {
        var (settings, counters, items) = (subscription.Settings, subscription.Counters, subscription.Items);
        return new SubscriptionDiagnosticsDataType
        {
            SessionId = subscription.Owner.SessionId,
            SubscriptionId = subscription.Id,
            Priority = settings.Priority,
            PublishingInterval = settings.PublishingInterval,
            MaxKeepAliveCount = settings.KeepAliveCount,
            MaxLifetimeCount = settings.LifetimeCount,
            MaxNotificationsPerPublish = settings.MaxNotifications == uint.MaxValue ? 0 : settings.MaxNotifications,
            PublishingEnabled = subscription.PublishingEnabled,
            ModifyCount = counters.Modified,
            EnableCount = counters.Enabled,
            DisableCount = counters.Disabled,
            RepublishRequestCount = counters.RepublishRequests,
            RepublishMessageRequestCount = counters.RepublishMessageRequests,
            RepublishMessageCount = counters.RepublishedMessages,
            TransferRequestCount = counters.TransferRequests,
            TransferredToAltClientCount = counters.TransferredToAnotherClient,
            TransferredToSameClientCount = counters.TransferredToSameClient,
            PublishRequestCount = counters.PublishRequests,
            DataChangeNotificationsCount = (uint)counters.DataChanges,
            EventNotificationsCount = (uint)counters.Events,
            NotificationsCount = (uint)counters.Notifications,
            LatePublishRequestCount = counters.LateCycles,
            CurrentKeepAliveCount = subscription.KeepAliveCycles,
            CurrentLifetimeCount = subscription.LifetimeCycles,
            UnacknowledgedMessageCount = (uint)subscription.Sent.Count,
            DiscardedMessageCount = subscription.Sent.Dropped,
            MonitoredItemCount = (uint)items.Store.Count,
            DisabledMonitoredItemCount = items.Disabled,
            MonitoringQueueOverflowCount = items.Queue.Overflows,
            NextSequenceNumber = subscription.NextSequenceNumber,
            EventQueueOverFlowCount = items.Queue.LostEvents,
        };
    }
}
