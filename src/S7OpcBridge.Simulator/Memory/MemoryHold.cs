using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>Exclusive access of one thread to the memory of a soft PLC until disposed: <c>using var memory = plc.Memory.Hold();</c>.</summary>
public readonly ref struct MemoryHold
{
    private readonly PlcMemory _memory;
    private readonly Lock.Scope _scope;

    internal MemoryHold(PlcMemory memory, Lock.Scope scope)
    {
        _memory = memory;
        _scope = scope;
    }

    /// <summary>The bytes of a data block, big-endian as on the wire.</summary>
    /// <exception cref="SoftPlcException">The block does not exist.</exception>
    public Span<byte> Block(int db) =>
        _memory.Find(S7Area.DataBlock, (ushort)db) is { } block
            ? block.Bytes
            : throw new SoftPlcException($"The soft PLC has no DB{db}: add it with AddBlock " + "first.");

    /// <summary>The bytes of another area; two bytes per timer and counter.</summary>
    /// <exception cref="SoftPlcException">The area is None or DataBlock.</exception>
    public Span<byte> Area(S7Area area) =>
        area != S7Area.DataBlock && _memory.Find(area, 0) is { } block
            ? block.Bytes
            : throw new SoftPlcException($"{area} is no area that can be taken as a " + "whole.");

    /// <summary>True when the block exists.</summary>
    public bool Has(int db) => _memory.Find(S7Area.DataBlock, (ushort)db) is not null;

    /// <summary>Ends the exclusive access.</summary>
    public void Dispose() => _scope.Dispose();
}
