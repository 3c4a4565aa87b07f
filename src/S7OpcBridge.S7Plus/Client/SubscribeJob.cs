using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>Creates a subscription and registers it before the next message is processed, because its first notification follows the answer at once.</summary>
internal sealed class SubscribeJob(RequestBody body, SubscriptionTable table, INotified subscription) : S7PlusJob(body)
{
    /// <summary>The return value of the CPU.</summary>
    public S7PlusReturnValue Result { get; private set; }

    /// <summary>Id of the created object, which may exist even after an error; 0: none.</summary>
    public uint Id { get; private set; }

    private protected override void TakeAnswer(ref PlusReader from)
    {
        (Result, var ids, _) = ObjectLife.ReadCreateAnswer(ref from);
        if (ids.Length == 0)
            return;
        Id = ids[0];
        if (Result.IsError)
            return;
        subscription.Id = Id;
        table.Add(Id, subscription);
    }

    private protected override void Forget()
    {
        Result = default;
        Id = 0;
    }
}
