using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>Decodes the requests of the Subscription and MonitoredItem service sets and answers them.</summary>
internal sealed class SubscriptionRequests(ServerContext server, SubscriptionServices services)
{
    private delegate void Service(SessionSubscriptions owner, ref UaReader request, ref UaWriter response);

    /// <summary>Queues a Publish request until there is something to send.</summary>
    public void Publish(in Reply reply, Session session, ref UaReader fields)
    {
        var request = session.Publishes.Rent();
        try
        {
            request.Read(ref fields, reply, session, server.Time);
        }
        catch
        {
            request.Return();
            throw;
        }

        session.Subscriptions!.Publish(request);
    }

    public void CreateMonitoredItems(in Reply reply, Session session, ref UaReader fields) =>
        Answer(reply, session, CreateMonitoredItemsResponse.EncodingId, ref fields, services.CreateMonitoredItems);

    /// <summary>Changes monitored items.</summary>
    public void ModifyMonitoredItems(in Reply reply, Session session, ref UaReader fields) =>
        Answer(reply, session, ModifyMonitoredItemsResponse.EncodingId, ref fields, services.ModifyMonitoredItems);

    /// <returns>False: the request is for none of these services.</returns>
    public bool TryHandle(in Reply reply, Session session, uint type, ref UaReader request)
    {
        var owner = session.Subscriptions!;
        switch (type)
        {
            case DeleteMonitoredItemsRequest.EncodingId:
                var deleteMonitoredItems = services.DeleteMonitoredItems(owner, DeleteMonitoredItemsRequest.Decode(ref request));
                reply.Send(deleteMonitoredItems, deleteMonitoredItems.ResponseHeader);
                return true;
            case SetMonitoringModeRequest.EncodingId:
                var setMonitoringMode = services.SetMonitoringMode(owner, SetMonitoringModeRequest.Decode(ref request));
                reply.Send(setMonitoringMode, setMonitoringMode.ResponseHeader);
                return true;
            case SetTriggeringRequest.EncodingId:
                var setTriggering = services.SetTriggering(owner, SetTriggeringRequest.Decode(ref request));
                reply.Send(setTriggering, setTriggering.ResponseHeader);
                return true;
            case CreateSubscriptionRequest.EncodingId:
                var createSubscription = services.CreateSubscription(owner, CreateSubscriptionRequest.Decode(ref request));
                reply.Send(createSubscription, createSubscription.ResponseHeader);
                return true;
            case ModifySubscriptionRequest.EncodingId:
                var modifySubscription = services.ModifySubscription(owner, ModifySubscriptionRequest.Decode(ref request));
                reply.Send(modifySubscription, modifySubscription.ResponseHeader);
                return true;
            case SetPublishingModeRequest.EncodingId:
                var setPublishingMode = services.SetPublishingMode(owner, SetPublishingModeRequest.Decode(ref request));
                reply.Send(setPublishingMode, setPublishingMode.ResponseHeader);
                return true;
            case DeleteSubscriptionsRequest.EncodingId:
                var deleteSubscriptions = services.DeleteSubscriptions(owner, DeleteSubscriptionsRequest.Decode(ref request));
                reply.Send(deleteSubscriptions, deleteSubscriptions.ResponseHeader);
                return true;
            case TransferSubscriptionsRequest.EncodingId:
                var transferSubscriptions = services.TransferSubscriptions(owner, TransferSubscriptionsRequest.Decode(ref request));
                reply.Send(transferSubscriptions, transferSubscriptions.ResponseHeader);
                return true;
            case RepublishRequest.EncodingId:
                Republish(reply, owner, RepublishRequest.Decode(ref request));
                return true;
            default:
                return false;
        }
    }

    private static void Answer(in Reply reply, Session session, uint encodingId, ref UaReader fields, Service service)
    {
        var buffer = reply.Begin();
        try
        {
            var writer = new UaWriter(buffer);
            ResponseHead.Write(ref writer, encodingId, reply.Handle, StatusCodes.Good, reply.Now);
            service(session.Subscriptions!, ref fields, ref writer);
            writer.Flush();
        }
        catch
        {
            buffer.Dispose();
            throw;
        }

        reply.Send(buffer);
    }

    /// <summary>Sends a message again, byte for byte as before.</summary>
    private void Republish(in Reply reply, SessionSubscriptions owner, RepublishRequest request)
    {
        var message = services.Republish(owner, request);
        var buffer = reply.Begin();
        try
        {
            var writer = new UaWriter(buffer);
            ResponseHead.Write(ref writer, RepublishResponse.EncodingId, reply.Handle, StatusCodes.Good, reply.Now);
            writer.WriteRaw(message);
            writer.Flush();
        }
        catch
        {
            buffer.Dispose();
            throw;
        }

        reply.Send(buffer);
    }
}
