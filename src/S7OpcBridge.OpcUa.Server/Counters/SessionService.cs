namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>The services that SessionDiagnosticsDataType counts one by one (OPC 10000-5, 12.12), and those that it does not.</summary>
internal enum SessionService : byte
{
    Other,
    Read,
    Write,
    Call,
    CreateMonitoredItems,
    ModifyMonitoredItems,
    SetMonitoringMode,
    SetTriggering,
    DeleteMonitoredItems,
    CreateSubscription,
    ModifySubscription,
    SetPublishingMode,
    Publish,
    Republish,
    TransferSubscriptions,
    DeleteSubscriptions,
    Browse,
    BrowseNext,
    TranslateBrowsePaths,
    RegisterNodes,
    UnregisterNodes,
    HistoryRead,
    HistoryUpdate,
    Count,
}

/// <summary>Which request belongs to which service.</summary>
internal static class SessionServiceOf
{
    /// <summary>The service of a request's encoding id.</summary>
    public static SessionService Request(uint type) =>
        type switch
        {
            ReadRequest.EncodingId => SessionService.Read,
            PublishRequest.EncodingId => SessionService.Publish,
            WriteRequest.EncodingId => SessionService.Write,
            CallRequest.EncodingId => SessionService.Call,
            HistoryReadRequest.EncodingId => SessionService.HistoryRead,
            HistoryUpdateRequest.EncodingId => SessionService.HistoryUpdate,
            BrowseRequest.EncodingId => SessionService.Browse,
            BrowseNextRequest.EncodingId => SessionService.BrowseNext,
            TranslateBrowsePathsToNodeIdsRequest.EncodingId => SessionService.TranslateBrowsePaths,
            RegisterNodesRequest.EncodingId => SessionService.RegisterNodes,
            UnregisterNodesRequest.EncodingId => SessionService.UnregisterNodes,
            CreateMonitoredItemsRequest.EncodingId => SessionService.CreateMonitoredItems,
            ModifyMonitoredItemsRequest.EncodingId => SessionService.ModifyMonitoredItems,
            SetMonitoringModeRequest.EncodingId => SessionService.SetMonitoringMode,
            SetTriggeringRequest.EncodingId => SessionService.SetTriggering,
            DeleteMonitoredItemsRequest.EncodingId => SessionService.DeleteMonitoredItems,
            CreateSubscriptionRequest.EncodingId => SessionService.CreateSubscription,
            ModifySubscriptionRequest.EncodingId => SessionService.ModifySubscription,
            SetPublishingModeRequest.EncodingId => SessionService.SetPublishingMode,
            RepublishRequest.EncodingId => SessionService.Republish,
            TransferSubscriptionsRequest.EncodingId => SessionService.TransferSubscriptions,
            DeleteSubscriptionsRequest.EncodingId => SessionService.DeleteSubscriptions,
            _ => SessionService.Other,
        };
}
