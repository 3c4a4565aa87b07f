using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Memory;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The location of an item's bytes, or the reason why it has none. Valid under the memory's lock.</summary>
/// <param name="Status">Ok, or the item code of the answer.</param>
/// <param name="Block">Block or area.</param>
/// <param name="Offset">First byte in it.</param>
/// <param name="Bit">The bit of a BIT item; else -1.</param>
/// <param name="Length">Bytes of data on the wire.</param>
/// <param name="Transport">Data transport of the answer.</param>
internal readonly record struct ServedItem(
    S7ItemStatus Status,
    MemoryBlock? Block,
    int Offset,
    int Bit,
    int Length,
    DataTransport Transport
)
{
    /// <summary>The bytes in the memory.</summary>
    public Span<byte> Bytes => Block!.Bytes.AsSpan(Offset, Length);

    /// <summary>Resolves an item, or the reason for which a CPU refuses it.</summary>
    public static ServedItem Find(in ItemSpec spec, PlcParts plc, S7LinkState link, bool forWrite)
    {
        if (!link.IsUnlocked && plc.Cpu.Protection >= (forWrite ? PlcProtection.Write : PlcProtection.ReadWrite))
            return Failed(S7ItemStatus.AccessDenied);
        if (
            !TransportUnits.TryFind(spec.Transport, out var unit, out var transport)
            || (TransportUnits.IsClassic(spec.Transport) && !plc.Behavior.HasClassicTypes)
        )
            return Failed(S7ItemStatus.TypeNotSupported);

        var byNumber = spec.Area is S7Area.Timers or S7Area.Counters;
        if (!plc.Behavior.Areas.Has(spec.Area))
            return Failed(byNumber ? S7ItemStatus.TypeNotSupported : S7ItemStatus.ObjectMissing);
        if (spec.Count == 0 || (spec.Transport == RequestTransport.Bit && spec.Count != 1))
            return Failed(S7ItemStatus.TypeMismatch);
        if (
            (spec.Area == S7Area.Timers) != (spec.Transport == RequestTransport.Timer)
            || (spec.Area == S7Area.Counters) != (spec.Transport == RequestTransport.Counter)
        )
            return Failed(S7ItemStatus.TypeMismatch);
        var isAnalog = spec.Area is S7Area.AnalogInputs or S7Area.AnalogOutputs;
        if (isAnalog && spec.Transport != RequestTransport.Word)
            return Failed(S7ItemStatus.TypeMismatch);

        if (plc.Memory.Find(spec.Area, spec.Db) is not { } block)
            return Failed(S7ItemStatus.ObjectMissing);
        if (block.Access == BlockAccess.Optimised)
            return Failed((S7ItemStatus)plc.Behavior.OptimisedCode);
        if (block.Access == BlockAccess.Denied || (forWrite && block.Access == BlockAccess.ReadOnly))
            return Failed(S7ItemStatus.AccessDenied);

        var isBit = spec.Transport == RequestTransport.Bit;
        var offset = byNumber ? spec.Address * 2 : spec.Address >> 3;
        var length = spec.Count * unit;
        if ((!isBit && !byNumber && (spec.Address & 7) != 0) || (isAnalog && (offset & 1) != 0) || offset + length > block.Bytes.Length)
            return Failed(S7ItemStatus.OutOfRange);
        return new ServedItem(S7ItemStatus.Ok, block, offset, isBit ? spec.Address & 7 : -1, length, transport);
    }

    /// <summary>Copies the item's data in wire format.</summary>
    public void CopyTo(Span<byte> destination)
    {
        if (Bit < 0)
            Bytes.CopyTo(destination);
        else
            destination[0] = (byte)(Bytes[0] >> Bit & 1);
    }

    /// <summary>Stores data in wire format; writing a bit keeps its neighbours.</summary>
    public void CopyFrom(ReadOnlySpan<byte> source)
    {
        if (Bit < 0)
            source.CopyTo(Bytes);
        else
            Bytes[0] = (byte)((source[0] & 1) != 0 ? Bytes[0] | 1 << Bit : Bytes[0] & ~(1 << Bit));
    }

    private static ServedItem Failed(S7ItemStatus status) => new(status, null, 0, -1, 0, DataTransport.None);
}
