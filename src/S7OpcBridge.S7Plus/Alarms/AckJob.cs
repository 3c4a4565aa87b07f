using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// The object whose creation acknowledges alarms. The CPU accepts it at once and tells every subscriber when it is done. Source: one, tried on PLCSIM
/// Advanced (jsonscada-s7commplus-integration). Its notes call the id an LWord and the state a USInt, which are the types that CPUs send them with, and
/// have other bytes. It sent no flags after the attribute id.
/// </summary>
internal static class AckJob
{
    /// <summary>What is wanted of an alarm: that it is acknowledged.</summary>
    public const byte Acknowledged = 2;

    /// <summary>State of a job that is done.</summary>
    public const byte Done = 2;

    public static RequestBody Request(ulong alarm) => ObjectLife.Create(AlarmIds.Subsystem, Describe(alarm));

    public static PlusObject Describe(ulong alarm)
    {
        var job = new PlusObject
        {
            Rid = PlusIds.NewRidOnServer,
            Class = AlarmIds.AckJobClass,
            AttributeId = AlarmIds.ItsAckJob,
        };
        var wanted = PlusValue.Struct(
            AlarmIds.AckElement,
            new PlusMember(AlarmIds.AckAlarmId, new PlusValue(0, WireType.LWord, alarm, null)),
            new PlusMember(AlarmIds.AckStates, PlusValue.USInt(Acknowledged))
        );
        job.Attributes.Add(new PlusMember(AlarmIds.AckList, List(wanted)));
        return job;
    }

    /// <summary>A list of acknowledgements as the value of an attribute.</summary>
    public static PlusValue List(params PlusValue[] elements) =>
        new(ValueFlags.AddressArray, WireType.Struct, 0, new PlusStructArray(AlarmIds.AckElement, elements));

    /// <summary>Reads one element of the list, in a request or a notification.</summary>
    public static AlarmRecord ReadElement(ref PlusReader from)
    {
        var record = new AlarmRecord { Event = S7PlusAlarmEvent.Acknowledged };
        for (var key = from.Vlq32(); key != 0; key = from.Vlq32())
        {
            var flags = from.Byte();
            var type = (WireType)from.Byte();
            if ((flags & ValueFlags.FormMask) != 0 || !ValueTreeReader.TryReadBits(ref from, type, out var bits))
                ValueSkip.SkipContent(ref from, flags, type, 1);
            else if (key == AlarmIds.AckAlarmId)
                record.Id = bits;
            else if (key == AlarmIds.AckStates)
                record.States = (byte)bits;
            else if (key == AlarmIds.AckResult)
                record.AckResult = (int)(long)bits;
        }
        return record;
    }
}
