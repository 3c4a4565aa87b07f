using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>A subscription as the receive loop sees it: to items, or to alarms.</summary>
internal interface INotified
{
    /// <summary>The id that the CPU assigned.</summary>
    uint Id { get; set; }

    /// <summary>Takes a notification after its head.</summary>
    /// <returns>The number of its records that nobody expected.</returns>
    int Receive(in NotificationHead head, ref PlusReader from);

    /// <summary>The connection has ended.</summary>
    void End();
}
