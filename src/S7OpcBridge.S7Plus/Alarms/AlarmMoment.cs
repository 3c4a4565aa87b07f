using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>The structure that says when an alarm came or went, and with which values: states, time, values, time of the acknowledgement.</summary>
internal static class AlarmMoment
{
    private const byte PlainBlob = 2;
    private const byte OtherPlainBlob = 3;

    /// <summary>Reads it after its flags and type.</summary>
    /// <param name="from">Afterwards behind it.</param>
    /// <param name="record">The alarm.</param>
    /// <param name="slots">Slots of values that are looked at; the first has none.</param>
    public static void Read(ref PlusReader from, AlarmRecord record, int slots)
    {
        from.UInt32();
        for (var key = from.Vlq32(); key != 0; key = from.Vlq32())
        {
            var flags = from.Byte();
            var type = (WireType)from.Byte();
            if (key == AlarmIds.MomentValues && type == WireType.Blob && (flags & (ValueFlags.Array | ValueFlags.AddressArray)) != 0)
                record.Values = ReadValues(ref from, slots);
            else if ((flags & ValueFlags.FormMask) != 0 || !ValueTreeReader.TryReadBits(ref from, type, out var bits))
                ValueSkip.SkipContent(ref from, flags, type, 1);
            else if (key == AlarmIds.MomentTime)
                record.Time = bits;
            else if (key == AlarmIds.MomentAckTime)
                record.AckTime = bits;
            else if (key == AlarmIds.MomentStates && record.States == 0)
                record.States = (byte)bits;
        }
    }

    /// <summary>Reads a blob after its flags and type; one that is a list has no bytes. Returns its root id.</summary>
    public static uint ReadBlob(ref PlusReader from, out ReadOnlySpan<byte> data)
    {
        var root = from.Vlq32();
        if (root > 1)
        {
            from.UInt64();
            var kind = from.Byte();
            if (kind == PlusBlob.List)
            {
                while (from.Vlq32() != 0)
                    ValueSkip.Skip(ref from, 1);
                data = default;
                return root;
            }
            if (kind is not (PlainBlob or OtherPlainBlob))
                throw new S7PlusProtocolException($"Broken message: a blob of unknown kind {kind:X2} before byte {from.Position}.");
        }
        data = from.Bytes(from.Count());
        return root;
    }

    private static AssociatedValue[] ReadValues(ref PlusReader from, int slots)
    {
        var values = new AssociatedValue[slots - 1];
        var used = 0;
        var count = from.Count();
        for (var slot = 0; slot < count; slot++)
        {
            var root = ReadBlob(ref from, out var data);
            if (slot == 0 || slot >= slots || data.IsEmpty)
                continue;
            values[slot - 1] = new AssociatedValue(root, data[..Math.Min(data.Length, AssociatedValue.MostBytes)].ToArray());
            used = slot;
        }
        return values[..used];
    }
}
