namespace S7OpcBridge.OpcUa.Server.Subscriptions;

internal sealed partial class SubscriptionServices
{
    /// <summary>The method GetMonitoredItems of the Server object (OPC 10000-5, 9.1): the server's and the client's handles, in the same order.</summary>
    /// <exception cref="UaException">BadSubscriptionIdInvalid; BadUserAccessDenied for another session's subscription.</exception>
    public (uint[] ServerHandles, uint[] ClientHandles) GetMonitoredItems(SessionSubscriptions owner, uint subscriptionId)
    {
        lock (owner.Gate)
        {
            var store = OfMethod(owner, subscriptionId).Items.Store;
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
            OfMethod(owner, subscriptionId).Items.ResendAll();
    }

    private Subscription OfMethod(SessionSubscriptions owner, uint id)
    {
        if (_host.Find(id) is not { IsClosed: false } subscription)
            throw NoSubscription(id);
        return subscription.Owner == owner
            ? subscription : throw new UaException(StatusCodes.BadUserAccessDenied, $"Subscription {id} belongs to another session.");
    }
}
