using System.Text;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Alarms;

/// <summary>Alarms as objects on the wire, in the form of a real 1500 (python-snap7 #820).</summary>
internal static class AlarmObjects
{
    private const uint ClassFlags = 0x1_0000;
    private const uint Transient = 0x7200_7000;
    private const uint TransientJob = 0x7000_7001;
    private const int ValueSlots = 17;
    private const ushort SystemDomain = 1;
    private const ushort FirstDisplayClass = 256;
    private const ushort ToAcknowledge = 33;
    private const ushort NotToAcknowledge = 34;

    /// <summary>An alarm that came or went.</summary>
    /// <param name="news">The alarm.</param>
    /// <param name="name">Name of the object: <c>TempDai_1</c> in notifications, <c>ExplDai_1</c> in lists.</param>
    /// <param name="number">Number of the object.</param>
    /// <param name="languages">The wanted languages; empty: all.</param>
    public static PlusObject Encode(AlarmNews news, string name, uint number, ReadOnlySpan<ulong> languages)
    {
        var found = new PlusObject
        {
            Rid = Transient + number % 0x1000,
            Class = AlarmIds.AlarmClass,
            ClassFlags = ClassFlags,
        };
        Set(PlusIds.Name, PlusValue.WString($"{name}_{number}"));
        Set(AlarmIds.CpuAlarmId, new PlusValue(0, WireType.LWord, news.Id, null));
        Set(AlarmIds.AllStates, PlusValue.USInt(news.States));
        Set(AlarmIds.Domain, PlusValue.UInt(DomainOf(news.Alarm)));
        Set(news.IsActive ? AlarmIds.Coming : AlarmIds.Going, Moment(news));
        Set(AlarmIds.MessageType, PlusValue.DInt(news.Alarm.NeedsAcknowledgement ? 1 : 2));
        var shown = new HmiInfo(news.Alarm.Priority, news.Alarm.NeedsAcknowledgement ? ToAcknowledge : NotToAcknowledge);
        Set(AlarmIds.HmiInfo, PlusValue.Blob(shown.Encode()));
        Set(AlarmIds.SequenceCounter, PlusValue.UDInt(news.Sequence));
        Set(AlarmIds.Texts, Texts(news.Alarm, languages));
        return found;

        void Set(uint attribute, PlusValue value) => found.Attributes.Add(new PlusMember(attribute, value));
    }

    /// <summary>An acknowledgement that was done.</summary>
    public static PlusObject EncodeAcknowledgement(AlarmNews news)
    {
        var job = new PlusObject
        {
            Rid = TransientJob,
            Class = AlarmIds.AckJobClass,
            AttributeId = AlarmIds.ItsAckJob,
            AttributeFlags = 0,
        };
        job.Attributes.Add(new PlusMember(AlarmIds.JobState, PlusValue.USInt(AckJob.Done)));
        job.Attributes.Add(new PlusMember(AlarmIds.JobTime, Timestamp(news.Acknowledged)));
        var done = PlusValue.Struct(
            AlarmIds.AckElement,
            new PlusMember(AlarmIds.AckAlarmId, new PlusValue(0, WireType.LWord, news.Id, null)),
            new PlusMember(AlarmIds.AckStates, PlusValue.USInt(AckJob.Acknowledged)),
            new PlusMember(AlarmIds.AckResult, PlusValue.USInt(0))
        );
        job.Attributes.Add(new PlusMember(AlarmIds.AckList, AckJob.List(done)));
        return job;
    }

    private static ushort DomainOf(SoftAlarm alarm) =>
        alarm.Block.Length == 0 ? SystemDomain : (ushort)(FirstDisplayClass + Math.Clamp(alarm.DisplayClass, 0, 16));

    private static PlusValue Moment(AlarmNews news) =>
        PlusValue.Struct(
            AlarmIds.MomentStruct,
            new PlusMember(AlarmIds.MomentStates, PlusValue.USInt(news.States)),
            new PlusMember(AlarmIds.MomentTime, Timestamp(news.Changed)),
            new PlusMember(AlarmIds.MomentValues, Values(news.Values)),
            new PlusMember(AlarmIds.MomentAckTime, Timestamp(news.Acknowledged))
        );

    private static PlusValue Values(AssociatedValue[] values)
    {
        const uint Syntax = 0x0200_0113;
        var slots = new PlusValue[ValueSlots];
        slots[0] = Blob(Syntax, [1, 1, 0, 0]);
        for (var i = 1; i < slots.Length; i++)
            slots[i] = i <= values.Length && !values[i - 1].IsUnused ? Blob(values[i - 1].Root, values[i - 1].Data) : Blob(0, []);
        return new PlusValue(ValueFlags.Array, WireType.Blob, 0, slots);
    }

    // Each text that is left empty comes as one blank.
    private static PlusValue Texts(SoftAlarm alarm, ReadOnlySpan<ulong> languages)
    {
        var entries = new List<PlusMember>();
        foreach (var text in alarm.Texts)
        {
            if (!languages.IsEmpty && !languages.Contains((ulong)text.Lcid))
                continue;
            Add(text.Lcid, AlarmTextRecord.Info, text.Info);
            Add(text.Lcid, AlarmTextRecord.Alarm, text.Text);
            for (var i = 0; i < text.Additional.Count; i++)
                Add(text.Lcid, AlarmTextRecord.FirstAdditional + i, text.Additional[i]);
        }
        return new PlusValue(ValueFlags.SparseArray, WireType.Blob, 0, entries.ToArray());

        void Add(int lcid, int number, string text) =>
            entries.Add(new PlusMember((uint)lcid << 16 | (uint)number, Blob(0, Encoding.UTF8.GetBytes(text.Length == 0 ? " " : text))));
    }

    private static PlusValue Blob(uint root, byte[] data) => new(0, WireType.Blob, 0, new PlusBlob(root, 0, 2, data));

    private static PlusValue Timestamp(ulong nanoseconds) => new(0, WireType.Timestamp, nanoseconds, null);
}
