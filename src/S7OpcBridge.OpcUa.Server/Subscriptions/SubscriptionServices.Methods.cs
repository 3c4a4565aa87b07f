using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

internal sealed partial class SubscriptionServices
{
    /// <summary>The method GetMonitoredItems of the Server object (OPC 10000-5, 9.1): the server's and the client's handles, in the same order.</summary>
    /// <exception cref="UaException">BadSubscriptionIdInvalid; BadUserAccessDenied for another session's subscription.</exception>
    public (uint[] ServerHandles, uint[] ClientHandles) GetMonitoredItems(SessionSubscriptions owner, uint subscriptionId)
    {
        lock (owner.Gate)
        {
            var store = FindForMethod(owner, subscriptionId).Items.Store;
            var (server, client) = (new uint[store.Count], new uint[store.Count]);
            for (int slot = 0, i = 0; i < server.Length; slot++)
            {
                ref readonly var item = ref store[slot];
                if (!item.Has(ItemFlags.Used))
                    continue;
                (server[i], client[i]) = (store.IdOf(slot), item.ClientHandle);
                i++;
            }

            return (server, client);
        }
    }

    /// <summary>The method ResendData of the Server object (OPC 10000-5, 9.2).</summary>
    /// <exception cref="UaException">As <see cref="GetMonitoredItems"/>.</exception>
    public void ResendData(SessionSubscriptions owner, uint subscriptionId)
    {
        lock (owner.Gate)
            FindForMethod(owner, subscriptionId).Items.ResendAll();
    }

    /// <summary>ConditionRefresh, and ConditionRefresh2 for one item (OPC 10000-9, 5.5.7 and 5.5.8).</summary>
    /// <exception cref="UaException">As <see cref="GetMonitoredItems"/>; BadNothingToDo, BadMonitoredItemIdInvalid, BadRefreshInProgress.</exception>
    public void RefreshConditions(SessionSubscriptions owner, uint subscriptionId, uint? item, ConditionRefresh refresh)
    {
        lock (owner.Gate)
        {
            if (FindForMethod(owner, subscriptionId).Items.Events.Refresh(refresh, item) is { IsBad: true } refused)
                throw new UaException(refused, $"Subscription {subscriptionId} cannot refresh conditions: {StatusCodes.NameOf(refused)}.");
        }
    }

    private Subscription FindForMethod(SessionSubscriptions owner, uint id)
    {
        if (_host.Find(id) is not { IsClosed: false } subscription)
            throw NoSubscription(id);
        return subscription.Owner == owner
            ? subscription
            : throw new UaException(StatusCodes.BadUserAccessDenied, $"Subscription {id} belongs to another session.");
    }
}
