using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Symbols;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>Objects that clients create on an open session: subscriptions to items and to alarms, acknowledgements.</summary>
internal sealed class PlusCreations(SoftPlus plus, PlusSession session, PlcSharedParts works, PlusSend send, CancellationToken ended)
{
    private PlusAlarmSubscription? _created;

    /// <summary>Creates an object and answers.</summary>
    public void Create(uint parent, PlusObject what, bool isLocked, PlusAnswer answer, uint integrity)
    {
        if (isLocked)
            Created(answer, PlusCodes.NotAllowed, 0, integrity);
        else if (what.Class == AlarmIds.AckJobClass && parent == AlarmIds.Subsystem)
            Created(answer, Acknowledge(what), plus.NextId(), integrity);
        else if (what.Class != PlusIds.SubscriptionClass || parent != session.SubscriptionsId)
            Created(answer, PlusCodes.NotAllowed, 0, integrity);
        else if (PlusAlarmSubscription.IsWanted(what))
            SubscribeAlarms(what, answer, integrity);
        else
            Subscribe(what, answer, integrity);
    }

    /// <summary>Starts what was created by the last answer: its first notification must not overtake the answer that tells its id.</summary>
    public void StartCreated()
    {
        _created?.Start(send, ended);
        _created = null;
    }

    private void Subscribe(PlusObject what, PlusAnswer answer, uint integrity)
    {
        var (result, subscription) = PlusSubscription.Create(plus, works, what);
        if (subscription is not null)
        {
            session.Subscriptions[subscription.Id] = subscription;
            subscription.Start(send, ended);
        }

        Created(answer, result, subscription?.Id ?? plus.NextId(), integrity);
    }

    private void SubscribeAlarms(PlusObject what, PlusAnswer answer, uint integrity)
    {
        var (result, subscription) = PlusAlarmSubscription.Create(plus, works, what);
        if (subscription is not null)
        {
            session.AlarmSubscriptions[subscription.Id] = subscription;
            _created = subscription;
        }

        Created(answer, result, subscription?.Id ?? plus.NextId(), integrity);
    }

    private ulong Acknowledge(PlusObject job)
    {
        if (job[AlarmIds.AckList]?.Content is not PlusStructArray { Elements.Length: > 0 } list)
            return PlusCodes.NotUnderstood;
        foreach (var element in list.Elements)
        {
            if (
                element.Structure?[AlarmIds.AckAlarmId] is not { Type: WireType.LWord } id
                || element.Structure[AlarmIds.AckStates] is not { Type: WireType.USInt, Bits: AckJob.Acknowledged }
            )
                return PlusCodes.WrongType;
            if (!plus.Alarms.TryAcknowledge(id.Bits))
                return PlusCodes.NoObject;
        }

        return PlusCodes.Ok;
    }

    private static void Created(PlusAnswer answer, ulong result, uint id, uint integrity)
    {
        answer.To.Vlq64(result);
        answer.To.Byte(id == 0 ? (byte)0 : (byte)1);
        if (id != 0)
            answer.To.Vlq(id);
        answer.To.Vlq(answer.Integrity(integrity));
        answer.To.UInt32(0);
    }
}
