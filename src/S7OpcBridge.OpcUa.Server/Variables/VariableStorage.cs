namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// The memory of a <see cref="VariableTable"/>: rows, and what the update under way has changed. Replaced as a whole by a larger one. One writer, inside the
/// table's lock; readers on any thread.
/// </summary>
/// <remarks>
/// Rows instead of a column per field: a dispatch touches all fields of scattered variables, and one row is one cache line. Rows hold no reference, so the
/// garbage collector never walks them; strings, arrays and structures are stored outside, in blocks that exist only where there are any.
/// A version per block of 64 rows makes readers repeat what a write crossed (a seqlock): odd while a row of the block is being written.
/// </remarks>
internal sealed class VariableStorage
{
    private const int BlockShift = 6,
        BlockSize = 1 << BlockShift,
        KeptChanges = 1 << 16;
    private const uint FirstBad = 0x80000000;

    private readonly VariableRow[] _rows;
    private readonly SharedValue?[]?[] _shared;
    private readonly int[] _versions;
    private readonly long[] _groupTimes;
    private int[] _changed = [];
    private int _changedCount;

    public VariableStorage(int variables, int groups)
    {
        _rows = new VariableRow[variables];
        _rows.AsSpan().Fill(new VariableRow { Status = StatusCodes.BadWaitingForInitialData });
        var blocks = (variables + BlockSize - 1) >> BlockShift;
        _shared = new SharedValue?[]?[blocks];
        _versions = new int[blocks];
        _groupTimes = new long[groups];
    }

    /// <summary>Makes a larger one with the same content. Nobody may write to the smaller one meanwhile or afterwards; reading is fine.</summary>
    public VariableStorage(int variables, int groups, VariableStorage smaller)
        : this(variables, groups)
    {
        smaller._rows.CopyTo(_rows, 0);
        smaller._versions.CopyTo(_versions, 0);
        smaller._groupTimes.CopyTo(_groupTimes, 0);
        // Blocks of their own: a reader of the old rows must not see what is written to the new ones.
        for (var block = 0; block < smaller._shared.Length; block++)
            _shared[block] = (SharedValue?[]?)smaller._shared[block]?.Clone();
        (_changed, _changedCount) = (smaller._changed, smaller._changedCount);
    }

    /// <summary>Number of variables.</summary>
    public int Count => _rows.Length;

    /// <summary>Number of groups.</summary>
    public int Groups => _groupTimes.Length;

    /// <summary>The variables that the update under way has changed, in order; one that changed twice is there twice.</summary>
    public ReadOnlySpan<int> Changed => _changed.AsSpan(0, _changedCount);

    /// <summary>A row. Only the writer may read more than one field of it; others read by <see cref="Read"/>.</summary>
    public ref readonly VariableRow this[int variable] => ref _rows[variable];

    /// <summary>When a variable was last confirmed: with its group, or alone in a request of another group (its source time is the later one then).</summary>
    public long ServerTimeOf(in VariableRow row) => Math.Max(Volatile.Read(ref _groupTimes[row.Group]), row.SourceTime);

    /// <summary>Reads value, status and times of one moment; any thread.</summary>
    public Sample Read(int variable)
    {
        ref var version = ref _versions[variable >> BlockShift];
        for (var spin = new SpinWait(); ; spin.SpinOnce())
        {
            var before = Volatile.Read(ref version);
            if ((before & 1) != 0)
                continue;
            var sample = Peek(variable);
            Volatile.ReadBarrier();
            if (version == before)
                return sample;
        }
    }

    /// <summary>The same for the writer, who needs no check.</summary>
    public Sample Peek(int variable)
    {
        ref readonly var row = ref _rows[variable];
        var serverTime = ServerTimeOf(row);
        if (row.Status >= FirstBad)
            return new Sample(BuiltInType.Null, 0, null, row.Status, row.SourceTime, serverTime);
        return row.IsShared
            ? new Sample(
                BuiltInType.Null,
                0,
                _shared[variable >> BlockShift]?[variable & BlockSize - 1],
                row.Status,
                row.SourceTime,
                serverTime
            )
            : new Sample(row.Type, row.Bits, null, row.Status, row.SourceTime, serverTime);
    }

    /// <summary>Begins an update: nothing has changed.</summary>
    public void BeginChanges() => _changedCount = 0;

    /// <summary>Ends an update. The memory of one that changed very many variables (a start, a lost link) is not kept.</summary>
    public void EndChanges()
    {
        if (_changed.Length > KeptChanges)
            _changed = [];
    }

    public void Set(int variable, in Variant value, uint status, long sourceTime)
    {
        ref var row = ref _rows[variable];
        var shared = SharedValue.Holds(value) ? new SharedValue(value) : null;
        ref var version = ref BeginRow(variable);
        if (shared is not null || row.IsShared)
            (_shared[variable >> BlockShift] ??= new SharedValue?[BlockSize])[variable & BlockSize - 1] = shared;
        row.Type = shared is null ? value.Type : BuiltInType.Null;
        row.IsShared = shared is not null;
        row.Bits = value.Bits;
        row.Status = status;
        row.SourceTime = sourceTime;
        EndRow(variable, ref version);
    }

    /// <summary>Sets status and time, and keeps the value.</summary>
    public void SetStatus(int variable, uint status, long sourceTime)
    {
        ref var row = ref _rows[variable];
        ref var version = ref BeginRow(variable);
        row.Status = status;
        row.SourceTime = sourceTime;
        EndRow(variable, ref version);
    }

    public void SetGroup(int variable, int group) => _rows[variable].Group = (ushort)group;

    public void Confirm(int group, long serverTime) => Volatile.Write(ref _groupTimes[group], serverTime);

    private ref int BeginRow(int variable)
    {
        ref var version = ref _versions[variable >> BlockShift];
        version++;
        Volatile.WriteBarrier(); // no reader may see the row's fields move while the version is still even
        return ref version;
    }

    private void EndRow(int variable, ref int version)
    {
        Volatile.Write(ref version, version + 1);
        if (_changedCount == _changed.Length)
            Array.Resize(ref _changed, Math.Max(256, _changedCount * 2));
        _changed[_changedCount++] = variable;
    }
}
