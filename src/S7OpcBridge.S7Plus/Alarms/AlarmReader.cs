using System.Text;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// Reads alarms and acknowledgements from the objects of a message. Keeps nothing but what an alarm has: everything else is skipped without a copy, so that a
/// message of any content costs no more memory than its alarms may have.
/// </summary>
internal static class AlarmReader
{
    /// <summary>Values kept of an alarm: the first slot says how the others are coded.</summary>
    private const int Slots = 1 + S7PlusAlarm.MostValues;

    /// <summary>Reads consecutive objects with everything in them.</summary>
    /// <param name="from">Afterwards behind the last object.</param>
    /// <param name="into">Receives the alarms.</param>
    /// <param name="most">Alarms that <paramref name="into"/> may have.</param>
    /// <returns>False: there were more.</returns>
    /// <exception cref="S7PlusProtocolException">The bytes are no objects.</exception>
    public static bool ReadAll(ref PlusReader from, List<AlarmRecord> into, int most)
    {
        var all = true;
        while (PlusObject.IsNext(from))
            all &= Read(ref from, into, most, 0);
        return all;
    }

    private static bool Read(ref PlusReader from, List<AlarmRecord> into, int most, int depth)
    {
        if (depth > PlusObject.MaxDepth)
            throw new S7PlusProtocolException($"Broken message: objects nest deeper than {PlusObject.MaxDepth} at byte {from.Position}.");
        from.Byte();
        var isJob = PlusObjectHead.Read(ref from).Class == AlarmIds.AckJobClass;
        var (all, hasId) = (true, false);
        var record = new AlarmRecord();
        var acks = isJob ? new List<AlarmRecord>() : null;
        while (true)
        {
            if (PlusObject.IsNext(from))
            {
                all &= Read(ref from, into, most, depth + 1);
                continue;
            }
            var tag = from.Byte();
            switch (tag)
            {
                case PlusObject.EndOfObject:
                    if (acks is not null)
                        return Add(acks, record.Time, into, most) && all;
                    return (!hasId || Add(record, into, most)) && all;
                case PlusObject.Attribute when acks is not null:
                    ReadJobAttribute(ref from, from.Vlq32(), record, acks, most);
                    break;
                case PlusObject.Attribute:
                    hasId |= ReadAttribute(ref from, from.Vlq32(), record);
                    break;
                case PlusObject.Relation:
                    from.Vlq32();
                    from.UInt32();
                    break;
                case PlusObject.ElementList or PlusObject.NameList:
                    for (var length = from.UInt16(); length != 0; length = from.UInt16())
                        from.Bytes(length);
                    break;
                default:
                    throw new S7PlusProtocolException($"Broken message: unknown part {tag:X2} of an object before byte {from.Position}.");
            }
        }
    }

    private static bool Add(AlarmRecord record, List<AlarmRecord> into, int most)
    {
        if (into.Count >= most)
            return false;
        into.Add(record);
        return true;
    }

    private static bool Add(List<AlarmRecord> acks, ulong time, List<AlarmRecord> into, int most)
    {
        foreach (var ack in acks)
        {
            ack.AckTime = time;
            if (!Add(ack, into, most))
                return false;
        }
        return true;
    }

    // True for the id.
    private static bool ReadAttribute(ref PlusReader from, uint attribute, AlarmRecord record)
    {
        var flags = from.Byte();
        var type = (WireType)from.Byte();
        var isSingle = (flags & ValueFlags.FormMask) == 0;
        switch (attribute)
        {
            case AlarmIds.Coming or AlarmIds.Going when isSingle && type == WireType.Struct:
                record.Event = attribute == AlarmIds.Coming ? S7PlusAlarmEvent.Coming : S7PlusAlarmEvent.Going;
                AlarmMoment.Read(ref from, record, Slots);
                return false;
            case AlarmIds.HmiInfo when isSingle && type == WireType.Blob:
                AlarmMoment.ReadBlob(ref from, out var info);
                record.Hmi = HmiInfo.Read(info);
                return false;
            case AlarmIds.Texts when (flags & ValueFlags.SparseArray) != 0 && type == WireType.Blob:
                ReadTexts(ref from, record);
                return false;
        }
        if (!isSingle || !ValueTreeReader.TryReadBits(ref from, type, out var bits))
        {
            ValueSkip.SkipContent(ref from, flags, type, 0);
            return false;
        }
        switch (attribute)
        {
            case AlarmIds.CpuAlarmId:
                record.Id = bits;
                return true;
            case AlarmIds.AllStates:
                record.States = (byte)bits;
                break;
            case AlarmIds.Domain:
                record.Domain = (ushort)bits;
                break;
            case AlarmIds.MessageType:
                record.MessageType = (int)bits;
                break;
            case AlarmIds.SequenceCounter:
                record.Sequence = (uint)bits;
                break;
        }
        return false;
    }

    private static void ReadTexts(ref PlusReader from, AlarmRecord record)
    {
        for (var key = from.Vlq32(); key != 0; key = from.Vlq32())
        {
            AlarmMoment.ReadBlob(ref from, out var data);
            // What is left empty in TIA Portal comes as one blank.
            if (record.Texts.Count >= AlarmRecord.MostTexts || data.Length == 0 || data is [(byte)' '])
                continue;
            var text = AlarmTextRecord.From(key, Encoding.UTF8.GetString(data[..Math.Min(data.Length, AlarmTextFormat.MostCharacters)]));
            if (text.Number is >= AlarmTextRecord.Info and <= AlarmTextRecord.Last)
                record.Texts.Add(text);
        }
    }

    private static void ReadJobAttribute(ref PlusReader from, uint attribute, AlarmRecord job, List<AlarmRecord> acks, int most)
    {
        var flags = from.Byte();
        var type = (WireType)from.Byte();
        if (attribute == AlarmIds.JobTime && type == WireType.Timestamp && (flags & ValueFlags.FormMask) == 0)
        {
            job.Time = from.UInt64();
            return;
        }
        if (attribute != AlarmIds.AckList || type != WireType.Struct || (flags & ValueFlags.AddressArray) == 0)
        {
            ValueSkip.SkipContent(ref from, flags, type, 0);
            return;
        }
        from.UInt32();
        for (var left = from.Count(); left > 0; left--)
        {
            var ack = AckJob.ReadElement(ref from);
            if (acks.Count < most)
                acks.Add(ack);
        }
    }
}
