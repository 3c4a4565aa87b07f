using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Plus.Symbols;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>Reads and writes items: symbols, classic addresses, and the limits of the CPU.</summary>
internal sealed class PlusItems(SoftPlus plus, PlcSharedParts works)
{
    private const uint ReadItemsLid = 1000;
    private const uint WriteItemsLid = 1001;

    private readonly List<(int Number, ulong Error)> _errors = [];
    private byte[] _bytes = new byte[256];

    /// <summary>Refuses a request as a whole.</summary>
    public void Refuse(PlusAnswer answer, ulong error, uint integrity, bool values)
    {
        works.Counters.RefusedJob();
        answer.To.Vlq64(error);
        if (values)
            answer.To.Byte(0);
        End(answer, integrity);
    }

    /// <summary>Answers a read. Limits can be read by everybody, also on a locked CPU.</summary>
    public void Read(ReadOnlySpan<S7PlusAddress> items, PlusAnswer answer, uint integrity, bool isLocked)
    {
        _errors.Clear();
        if (items.Length > plus.Options.MaxReadItems)
        {
            Refuse(answer, PlusCodes.NotEnoughMemory, integrity, values: true);
            return;
        }

        var values = new PlusWriter(1024);
        for (var i = 0; i < items.Length; i++)
        {
            var start = values.Length;
            values.Vlq((uint)(i + 1));
            var error = FaultOf(answer.Mix, i) ?? TryRead(items[i], values, isLocked);
            if (error == PlusCodes.Ok)
                continue;
            values.Truncate(start);
            _errors.Add((i + 1, error));
        }

        answer.To.Vlq64(_errors.Count == 0 ? PlusCodes.Ok : PlusCodes.Partial);
        answer.To.Bytes(values.Written);
        answer.To.Byte(0);
        End(answer, integrity);
    }

    /// <summary>Executes and answers a write.</summary>
    public void Write(ReadOnlySpan<S7PlusAddress> items, ReadOnlySpan<PlusValue?> values, PlusAnswer answer, uint integrity)
    {
        _errors.Clear();
        if (items.Length > plus.Options.MaxWriteItems)
        {
            Refuse(answer, PlusCodes.NotEnoughMemory, integrity, values: false);
            return;
        }

        for (var i = 0; i < items.Length; i++)
        {
            var error = FaultOf(answer.Mix, i) ?? (values[i] is { } value ? TryWrite(items[i], value) : PlusCodes.NotUnderstood);
            if (error != PlusCodes.Ok)
                _errors.Add((i + 1, error));
        }

        answer.To.Vlq64(_errors.Count == 0 ? PlusCodes.Ok : PlusCodes.Partial);
        End(answer, integrity);
    }

    private void End(PlusAnswer answer, uint integrity)
    {
        foreach (var (number, error) in _errors)
        {
            answer.To.Vlq((uint)number);
            answer.To.Vlq64(error);
        }

        _errors.Clear();
        answer.To.Byte(0);
        answer.To.Vlq(answer.Integrity(integrity));
        answer.To.UInt32(0);
    }

    private ulong TryRead(S7PlusAddress item, PlusWriter to, bool isLocked)
    {
        if (Fact(item) is { } fact)
        {
            fact.Write(to);
            return PlusCodes.Ok;
        }

        if (isLocked)
            return PlusCodes.AccessDenied;
        var result = plus.Program.TryFind(item, out var location);
        if (result != PlusCodes.Ok)
            return result;
        var bytes = Room(location.Length);
        using (var hold = works.Plc.Memory.Hold())
        {
            if (!PlusMemory.Has(hold, location))
                return PlusCodes.WrongAddress;
            PlusMemory.Load(hold, location, bytes);
        }

        PlusMemory.Write(to, location, bytes);
        return PlusCodes.Ok;
    }

    private ulong TryWrite(S7PlusAddress item, PlusValue value)
    {
        var result = plus.Program.TryFind(item, out var location);
        if (result != PlusCodes.Ok)
            return result;
        if (!location.IsWritable)
            return PlusCodes.ReadOnly;
        var bytes = Room(location.Length);
        var from = new PlusReader(value.Encode());
        if (!ValueImage.TryRead(ref from, location.Shape, bytes) || !PlusMemory.MayWrite(location, value, bytes))
            return PlusCodes.WrongType;
        using var hold = works.Plc.Memory.Hold();
        if (!PlusMemory.Has(hold, location))
            return PlusCodes.WrongAddress;
        PlusMemory.Store(hold, location, bytes);
        return PlusCodes.Ok;
    }

    // Items that are no symbols: limits, free resources, and the type of a block.
    private PlusValue? Fact(S7PlusAddress item)
    {
        if (item.Lids.Length != 1)
            return null;
        if (
            item.SubArea == PlusIds.DbValues
            && item.Lids[0] == PlusIds.TypeRidLid
            && plus.Program.Blocks.TryGetValue(item.Area, out var block)
        )
            return PlusValue.Rid(block.Type.Rid);
        if (item.Area != PlusIds.Root)
            return null;
        var free = plus.Free();
        return (item.SubArea, item.Lids[0]) switch
        {
            (PlusIds.SystemLimits, 0) => PlusValue.DInt(plus.Options.MaxSubscriptions),
            (PlusIds.SystemLimits, 1) => PlusValue.DInt(plus.Options.MaxSubscriptionItems),
            (PlusIds.SystemLimits, 2) => PlusValue.DInt(int.MaxValue),
            (PlusIds.SystemLimits, ReadItemsLid) => PlusValue.DInt(plus.Options.MaxReadItems),
            (PlusIds.SystemLimits, WriteItemsLid) => PlusValue.DInt(plus.Options.MaxWriteItems),
            (PlusIds.FreeItems, 0) => PlusValue.DInt(free.Subscriptions),
            (PlusIds.FreeItems, 1) => PlusValue.DInt(free.Items),
            (PlusIds.FreeItems, 2) => PlusValue.DInt(int.MaxValue),
            _ => null,
        };
    }

    private static ulong? FaultOf(FaultMix? mix, int item) =>
        mix is null || mix.FailedItem != item
            ? null
            : mix.FailedWith switch
            {
                S7ItemStatus.AccessDenied => PlusCodes.AccessDenied,
                S7ItemStatus.OutOfRange => PlusCodes.WrongAddress,
                S7ItemStatus.ObjectMissing => PlusCodes.UnknownLid,
                _ => PlusCodes.WrongType,
            };

    private Span<byte> Room(int length)
    {
        if (_bytes.Length < length)
            _bytes = new byte[length];
        return _bytes.AsSpan(0, length);
    }
}
