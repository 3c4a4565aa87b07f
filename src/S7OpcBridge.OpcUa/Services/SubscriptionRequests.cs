namespace S7OpcBridge.OpcUa;

/// <summary>Hands the requests of the Subscription and MonitoredItem service sets to their services.</summary>
internal sealed class SubscriptionRequests(ServerContext server)
{
    /// <summary>Parks a Publish request until there is something to send.</summary>
    public void Publish(in Reply reply, Session session, ref UaReader fields)
    {
        var request = reply.Connection.Publishes.Rent();
        try
        {
            request.Read(ref fields, reply, server.Time);
        }
        catch
        {
            reply.Connection.Publishes.Return(request);
            throw;
        }

        session.Subscriptions!.Publish(request);
    }

    /// <returns>False: the request is for none of these services.</returns>
    public bool TryHandle(in Reply reply, Session session, uint type, ref UaReader request)
    {
        return false;
    }
}
