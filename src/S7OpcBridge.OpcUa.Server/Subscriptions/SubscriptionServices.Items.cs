using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

internal sealed partial class SubscriptionServices
{
    private const int OperationsPerTurn = 256,
        TurnMilliseconds = 5; // then the gate is released for a moment: a large call must not delay changes and cycles

    /// <summary>SetMonitoringMode, 5.13.4.</summary>
    public SetMonitoringModeResponse SetMonitoringMode(SessionSubscriptions owner, SetMonitoringModeRequest request)
    {
        CheckOperations(request.MonitoredItemIds.Length);
        if (!IsMode(request.MonitoringMode))
            throw new UaException(StatusCodes.BadMonitoringModeInvalid, $"{(int)request.MonitoringMode} is no monitoring mode.");
        var results = new StatusCode[request.MonitoredItemIds.Length];
        InTurns(
            owner,
            request.SubscriptionId,
            results,
            (subscription, i) =>
            {
                var slot = subscription.Items.Store.Find(request.MonitoredItemIds[i]);
                if (slot < 0)
                    return StatusCodes.BadMonitoredItemIdInvalid;
                subscription.Items.SetMode(slot, request.MonitoringMode);
                return StatusCodes.Good;
            }
        );
        return new SetMonitoringModeResponse { Results = results };
    }

    /// <summary>DeleteMonitoredItems, 5.13.6.</summary>
    public DeleteMonitoredItemsResponse DeleteMonitoredItems(SessionSubscriptions owner, DeleteMonitoredItemsRequest request)
    {
        CheckOperations(request.MonitoredItemIds.Length);
        var results = new StatusCode[request.MonitoredItemIds.Length];
        InTurns(
            owner,
            request.SubscriptionId,
            results,
            (subscription, i) =>
            {
                var slot = subscription.Items.Store.Find(request.MonitoredItemIds[i]);
                if (slot < 0)
                    return StatusCodes.BadMonitoredItemIdInvalid;
                subscription.Items.Remove(slot);
                return StatusCodes.Good;
            }
        );
        return new DeleteMonitoredItemsResponse { Results = results };
    }

    /// <summary>SetTriggering, 5.13.5: removals first, then additions. Links do not cascade.</summary>
    public SetTriggeringResponse SetTriggering(SessionSubscriptions owner, SetTriggeringRequest request)
    {
        CheckOperations(request.LinksToAdd.Length + request.LinksToRemove.Length);
        var allowance = _host.AllowanceOf(owner, 0);
        lock (owner.Gate)
        {
            var subscription = Own(owner, request.SubscriptionId);
            subscription.ResetLifetime();
            var store = subscription.Items.Store;
            var trigger = store.Find(request.TriggeringItemId);
            if (trigger < 0)
                throw new UaException(
                    StatusCodes.BadMonitoredItemIdInvalid,
                    $"The subscription has no monitored item {request.TriggeringItemId}."
                );
            var removed = Array.ConvertAll(request.LinksToRemove, id => TriggerLinks.Remove(store, trigger, id));
            var added = Array.ConvertAll(
                request.LinksToAdd,
                id => allowance.TryTake(TriggerLinks.Bytes) ? TriggerLinks.Add(store, trigger, id) : (StatusCode)StatusCodes.BadOutOfMemory
            );
            subscription.Items.CountLinks();
            return new SetTriggeringResponse { AddResults = added, RemoveResults = removed };
        }
    }

    private static bool IsMode(MonitoringMode mode) => mode is >= MonitoringMode.Disabled and <= MonitoringMode.Reporting;

    private void InTurns(
        SessionSubscriptions owner,
        uint subscriptionId,
        StatusCode[] results,
        Func<Subscription, int, StatusCode> operation
    )
    {
        for (var done = 0; done < results.Length; )
        {
            lock (owner.Gate)
            {
                var subscription = done == 0 ? Own(owner, subscriptionId) : TryOwn(owner, subscriptionId);
                subscription?.ResetLifetime();
                for (var end = Math.Min(results.Length, done + OperationsPerTurn); done < end; done++)
                    results[done] = subscription is null ? StatusCodes.BadSubscriptionIdInvalid : operation(subscription, done);
            }
        }
    }
}
