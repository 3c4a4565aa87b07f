using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.Testing;

/// <summary>The services that go from the bytes of a request to those of a response, called with objects.</summary>
internal static class SubscriptionCalls
{
    private delegate void Service(SessionSubscriptions owner, ref UaReader request, ref UaWriter response);

    /// <summary>CreateMonitoredItems.</summary>
    public static CreateMonitoredItemsResponse CreateMonitoredItems(
        this SubscriptionServices services,
        SessionSubscriptions owner,
        CreateMonitoredItemsRequest request
    ) => Call<CreateMonitoredItemsResponse>(services.CreateMonitoredItems, owner, request);

    /// <summary>ModifyMonitoredItems.</summary>
    public static ModifyMonitoredItemsResponse ModifyMonitoredItems(
        this SubscriptionServices services,
        SessionSubscriptions owner,
        ModifyMonitoredItemsRequest request
    ) => Call<ModifyMonitoredItemsResponse>(services.ModifyMonitoredItems, owner, request);

    private static T Call<T>(Service service, SessionSubscriptions owner, IUaStructure request)
        where T : IUaStructure<T>, new()
    {
        using var asked = MessageBuffer.Rent(65_536, 0, 0);
        var writer = new UaWriter(asked);
        request.Encode(ref writer);
        writer.Flush();
        var fields = new UaReader(asked.ToArray(), EncodingLimits.Default);
        RequestHead.Read(ref fields);

        using var answered = MessageBuffer.Rent(65_536, 0, 0);
        writer = new UaWriter(answered);
        ResponseHead.Write(ref writer, new T().BinaryEncodingId, 0, StatusCodes.Good, 0);
        service(owner, ref fields, ref writer);
        writer.Flush();
        var reader = new UaReader(answered.ToArray(), EncodingLimits.Default);
        reader.ReadNodeIdView();
        return T.Decode(ref reader);
    }
}
