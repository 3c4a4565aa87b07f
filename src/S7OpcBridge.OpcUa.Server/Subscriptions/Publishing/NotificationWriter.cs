using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>
/// Writes PublishResponses straight from the queues (OPC 10000-4, 5.14.5.2):
/// <code>
/// head | subscription u32 | available numbers u32[] | more bool | NotificationMessage | results u32[] | diagnostics -1
/// NotificationMessage = number u32 | publish time i64 | count i32 | ExtensionObject …     (kept as written, for Republish)
/// ExtensionObject     = type id 4 bytes | 1 | length i32 | count i32 | notifications | diagnostics -1
/// </code>
/// A message ends where the client's limit of notifications or of bytes is reached; the rest follows in the next.
/// </summary>
internal static class NotificationWriter
{
    private const int FixedBytes = ResponseHead.Length + 4 + 4 + 1 + MessageHead + 4 + 4,
        MessageHead = 4 + 8 + 4,
        ObjectHead = 4 + 1 + 4 + 4,
        ObjectTail = 4;

    /// <summary>Answers with the queued values and events of the subscription.</summary>
    /// <returns>True: a refresh of conditions goes on, of which the message has a part.</returns>
    public static bool SendData(in NotificationSource source, QueuedPublishRequest request, ServerClock clock)
    {
        source.Sent.MakeRoom();
        var response = request.BeginResponse();
        var writer = new UaWriter(response);
        var number = source.Number;
        var more = WriteHead(ref writer, source.SubscriptionId, source.Sent, number, request, clock);
        var start = writer.Position;
        WriteMessageHead(ref writer, number, clock, 0);
        var goesOn = WriteNotifications(ref writer, source, request, start);
        var end = writer.Position;
        if (source.Queue.HasNotifications)
            writer.Patch(more, 1 | number << 8); // the flag is a byte; the number follows it
        WriteTail(ref writer, request);
        writer.Flush();

        source.Sent.Add(number, response, start, end - start);
        request.Send(response);
        return goesOn;
    }

    /// <summary>Answers with an empty message, which has the next sequence number and is not acknowledged.</summary>
    public static void SendKeepAlive(in NotificationSource source, QueuedPublishRequest request, ServerClock clock)
    {
        var response = request.BeginResponse();
        var writer = new UaWriter(response);
        WriteHead(ref writer, source.SubscriptionId, source.Sent, 0, request, clock);
        WriteMessageHead(ref writer, source.Number, clock, 0);
        WriteTail(ref writer, request);
        writer.Flush();
        request.Send(response);
    }

    /// <summary>Answers with a StatusChangeNotification for a subscription that has ended or was transferred.</summary>
    public static void SendStatus(StatusNotice notice, QueuedPublishRequest request, ServerClock clock)
    {
        var response = request.BeginResponse();
        var writer = new UaWriter(response);
        WriteHead(ref writer, notice.SubscriptionId, null, 0, request, clock);
        WriteMessageHead(ref writer, notice.SequenceNumber, clock, 1);
        writer.WriteNodeId(StatusChangeNotification.EncodingId);
        writer.WriteByte(1);
        writer.WriteInt32(5);
        writer.WriteStatusCode(notice.Status);
        writer.WriteByte(0); // no diagnostics
        WriteTail(ref writer, request);
        writer.Flush();
        request.Send(response);
    }

    // Returns the position of the moreNotifications flag.
    private static int WriteHead(
        ref UaWriter writer,
        uint subscriptionId,
        RetransmissionQueue? sent,
        uint number,
        QueuedPublishRequest request,
        ServerClock clock
    )
    {
        ResponseHead.Write(ref writer, PublishResponse.EncodingId, request.RequestHandle, StatusCodes.Good, clock.UaNow);
        writer.WriteUInt32(subscriptionId);
        var kept = sent?.Count ?? 0;
        writer.WriteInt32(kept + (number == 0 ? 0 : 1));
        for (var i = 0; i < kept; i++)
            writer.WriteUInt32(sent!.SequenceNumberAt(i));
        if (number != 0)
            writer.WriteUInt32(number);
        var more = writer.Position;
        writer.WriteBoolean(false);
        return more;
    }

    private static void WriteMessageHead(ref UaWriter writer, uint number, ServerClock clock, int objects)
    {
        writer.WriteUInt32(number);
        writer.WriteDateTime(clock.UaNow);
        writer.WriteInt32(objects);
    }

    private static void WriteTail(ref UaWriter writer, QueuedPublishRequest request)
    {
        var results = request.Results;
        writer.WriteInt32(results.Length);
        foreach (var result in results)
            writer.WriteUInt32(result);
        writer.WriteInt32(-1); // diagnostics
    }

    private static bool WriteNotifications(ref UaWriter writer, in NotificationSource source, QueuedPublishRequest request, int start)
    {
        var queue = source.Queue;
        var budget = new Budget(
            source.MaxNotifications,
            request.MaxResponseSize - FixedBytes - 4 * (source.Sent.Count + 1) - 4 * request.Results.Length
        );
        var first = budget;
        uint objects = 0;
        var goesOn = false;
        if (queue.FirstData >= 0)
        {
            var room = budget.Bytes - ObjectHead - ObjectTail;
            var fits = budget with { Bytes = room, LongEnough = room - source.LongMessage };
            objects++;
            var count = OpenObject(ref writer, DataChangeNotification.EncodingId);
            CloseObject(ref writer, count, DataNotifications.Write(ref writer, source, ref fits));
            source.Counters.DataChanges += first.Notifications - fits.Notifications;
            budget = fits;
        }

        if (queue.FirstEvents >= 0 && queue.FirstData < 0 && budget.Bytes > ObjectHead + ObjectTail && budget.Notifications > 0)
        {
            var before = budget.Notifications;
            budget = budget with { Bytes = budget.Bytes - ObjectHead - ObjectTail };
            objects++;
            var count = OpenObject(ref writer, EventNotificationList.EncodingId);
            CloseObject(ref writer, count, EventNotifications.Write(ref writer, source, ref budget, out goesOn), hasDiagnostics: false);
            source.Counters.Events += before - budget.Notifications;
        }

        writer.Patch(start + MessageHead - sizeof(int), objects);
        source.Counters.Notifications += first.Notifications - budget.Notifications;
        return goesOn;
    }

    private static int OpenObject(ref UaWriter writer, uint encodingId)
    {
        writer.WriteNodeId(encodingId);
        writer.WriteByte(1);
        writer.Reserve();
        return writer.Reserve();
    }

    private static void CloseObject(ref UaWriter writer, int count, uint notifications, bool hasDiagnostics = true)
    {
        if (hasDiagnostics)
            writer.WriteInt32(-1);
        writer.Patch(count, notifications);
        writer.Patch(count - sizeof(uint), (uint)(writer.Position - count));
    }
}

/// <summary>What still fits into a message.</summary>
/// <param name="Notifications">Number of notifications.</param>
/// <param name="Bytes">Their bytes.</param>
/// <param name="LongEnough">The message ends once no more bytes than this are left.</param>
internal readonly record struct Budget(uint Notifications, int Bytes, int LongEnough = 0);
