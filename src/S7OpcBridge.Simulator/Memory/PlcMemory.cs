using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Memory;

namespace S7OpcBridge.Simulator;

/// <summary>
/// The memory of a soft PLC: data blocks, markers, inputs, outputs, peripherals, timers, counters, and the special areas of an S7-200. One lock guards all of
/// it, so that a job, an update of signals and a caller with a <see cref="MemoryHold"/> never see partial changes.
/// </summary>
public sealed class PlcMemory
{
    /// <summary>Size in bytes of the longest data block that absolute addressing can reach.</summary>
    public const int MaxBlockLength = 65_535;

    /// <summary>Bytes of a timer or counter.</summary>
    internal const int BytesPerNumber = 2;

    private readonly Lock _gate = new();
    private readonly SortedDictionary<ushort, MemoryBlock> _blocks = [];
    private readonly MemoryBlock _inputs = new(0);
    private readonly MemoryBlock _outputs = new(0);
    private readonly MemoryBlock _markers = new(0);
    private readonly MemoryBlock _peripheral = new(0);
    private readonly MemoryBlock _timers = new(0);
    private readonly MemoryBlock _counters = new(0);
    private readonly MemoryBlock _systemFlags = new(0);
    private readonly MemoryBlock _analogInputs = new(0);
    private readonly MemoryBlock _analogOutputs = new(0);

    /// <summary>A memory without data blocks, with areas of these sizes; null: <see cref="MemorySizes.Default"/>.</summary>
    public PlcMemory(MemorySizes? sizes = null)
    {
        sizes ??= MemorySizes.Default;
        _inputs.Grow(sizes.InputBytes);
        _outputs.Grow(sizes.OutputBytes);
        _markers.Grow(sizes.MarkerBytes);
        _peripheral.Grow(sizes.PeripheralBytes);
        _timers.Grow(sizes.Timers * BytesPerNumber);
        _counters.Grow(sizes.Counters * BytesPerNumber);
        _systemFlags.Grow(sizes.SystemFlagBytes);
        _analogInputs.Grow(sizes.AnalogBytes);
        _analogOutputs.Grow(sizes.AnalogBytes);
    }

    /// <summary>
    /// Locks the memory until the returned value is disposed. Jobs and signals wait meanwhile, so it must be short. Spans are only valid within it, and the
    /// compiler prevents an <c>await</c>. The same thread may lock it twice.
    /// </summary>
    public MemoryHold Hold() => new(this, _gate.EnterScope());

    /// <summary>Creates a data block of zeros, or extends an existing one to at least this length.</summary>
    /// <param name="db">Number, 1–65535.</param>
    /// <param name="length">Bytes, 0–<see cref="MaxBlockLength"/>.</param>
    /// <param name="access">Access of clients.</param>
    public void AddBlock(int db, int length, BlockAccess access = BlockAccess.Free)
    {
        Check(db, length);
        lock (_gate)
        {
            if (!_blocks.TryGetValue((ushort)db, out var block))
                _blocks[(ushort)db] = block = new MemoryBlock(0);
            block.Grow(length);
            block.Access = access;
        }
    }

    /// <summary>Simulates a download with initialisation: the block then has <paramref name="length"/> zero bytes.</summary>
    /// <param name="db">Number, 1–65535.</param>
    /// <param name="length">Bytes, 0–<see cref="MaxBlockLength"/>.</param>
    public void DownloadBlock(int db, int length)
    {
        Check(db, length);
        lock (_gate)
        {
            if (_blocks.TryGetValue((ushort)db, out var block))
                block.Download(length);
            else
                _blocks[(ushort)db] = new MemoryBlock(length);
        }
    }

    /// <summary>Deletes a data block. False: it did not exist.</summary>
    public bool DeleteBlock(int db)
    {
        lock (_gate)
        {
            if (!_blocks.Remove((ushort)db, out var block))
                return false;
            block.Download(0);
            return true;
        }
    }

    /// <summary>Sets the access of clients to a data block. False: the block does not exist.</summary>
    public bool Protect(int db, BlockAccess access)
    {
        lock (_gate)
        {
            if (!_blocks.TryGetValue((ushort)db, out var block))
                return false;
            block.Access = access;
            return true;
        }
    }

    /// <summary>Sets bytes of a data block, as the PLC program does. False: the block does not exist, or ends before the last of them.</summary>
    public bool Put(int db, int offset, ReadOnlySpan<byte> bytes)
    {
        lock (_gate)
            return _blocks.TryGetValue((ushort)db, out var block)
                && offset <= block.Bytes.Length
                && bytes.TryCopyTo(block.Bytes.AsSpan(offset));
    }

    /// <summary>Extends an area other than data blocks to at least <paramref name="bytes"/> bytes (two per timer and counter).</summary>
    public void GrowArea(S7Area area, int bytes)
    {
        lock (_gate)
            Find(area, 0)?.Grow(bytes);
    }

    /// <summary>The block or area, or null. Requires the lock.</summary>
    internal MemoryBlock? Find(S7Area area, ushort db) =>
        area switch
        {
            S7Area.DataBlock => _blocks.GetValueOrDefault(db),
            S7Area.Markers => _markers,
            S7Area.Inputs => _inputs,
            S7Area.Outputs => _outputs,
            S7Area.Peripheral => _peripheral,
            S7Area.Timers => _timers,
            S7Area.Counters => _counters,
            S7Area.SystemFlags => _systemFlags,
            S7Area.AnalogInputs => _analogInputs,
            S7Area.AnalogOutputs => _analogOutputs,
            _ => null,
        };

    /// <summary>Number of data blocks. Requires the lock.</summary>
    internal int BlockCount => _blocks.Count;

    /// <summary>Numbers of the data blocks, ascending. Requires the lock.</summary>
    internal SortedDictionary<ushort, MemoryBlock>.KeyCollection BlockNumbers => _blocks.Keys;

    private static void Check(int db, int length)
    {
        if (db is < 1 or > ushort.MaxValue)
            throw new SoftPlcException($"DB{db} is no data block: its number must be 1 to 65535.");
        if (length is < 0 or > MaxBlockLength)
            throw new SoftPlcException($"DB{db} cannot have {length} bytes: a data block has 0 to {MaxBlockLength}.");
    }
}
