using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Values, status codes and times of all table variables, flat: a row of 24 bytes each, no object per variable. One writer (the publisher) at a time; readers
/// on any thread see value, status and times of one moment. Dispatches what changed to the subscriptions.
/// </summary>
/// <remarks>
/// Rows instead of a column per field: a dispatch touches all fields of scattered variables, and one row is one cache line. Rows hold no reference, so the
/// garbage collector never walks them; strings, arrays and structures stand beside, in blocks that exist only where there are any.
/// A version per block of 64 rows makes readers repeat what a write crossed (a seqlock): odd while a row of the block is being written.
/// </remarks>
public sealed class VariableTable
{
    private const int BlockShift = VariableStorage.BlockShift, BlockSize = 1 << BlockShift, KeptChanges = 1 << 16;

    private readonly Lock _writer = new();
    private VariableStorage _columns;
    private GroupDemand[] _demand;
    private VariablesChanged? _dispatch;
    private Action<int>? _grow;
    private StructureVariables? _structures;
    private int[] _changed = [];
    private int _changedCount;

    /// <summary>A table for a number of variables in a number of groups; a group shares its server timestamp (one scan class of one PLC).</summary>
    /// <param name="variables">Number of variables. All start with BadWaitingForInitialData.</param>
    /// <param name="groups">Number of groups, at most 65,536. Variables start in group 0.</param>
    public VariableTable(int variables, int groups)
    {
        Check(variables, groups);
        _columns = new VariableStorage(variables, groups);
        _demand = GroupDemand.Of(groups);
    }

    /// <summary>
    /// Raised with a group when the first monitored item listens to it, the last one has gone, or the shortest interval in which one wants news has changed;
    /// ask <see cref="DemandOf"/> what it is now. Comes on any thread, from inside a service call: handlers take note and no more; they must not throw, wait,
    /// or take a lock that is held while variables are written.
    /// </summary>
    public event Action<int>? DemandChanged;

    /// <summary>Number of variables.</summary>
    public int Count => Columns.Rows.Length;

    /// <summary>Number of groups.</summary>
    public int Groups => Columns.GroupTimes.Length;

    private VariableStorage Columns => Volatile.Read(ref _columns);

    /// <summary>Puts a variable into a group; before the first write to it and before anybody subscribes.</summary>
    public void SetGroup(int variable, int group)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)group, (uint)Groups);
        Columns.Rows[variable].Group = (ushort)group;
    }

    /// <summary>
    /// Makes room for more variables and groups; what is there stays, and goes on being read and written meanwhile. New variables start with BadWaitingForInitialData,
    /// in group 0.
    /// </summary>
    /// <param name="variables">Number of variables from now on; fewer than there are: no change.</param>
    /// <param name="groups">The same for groups.</param>
    public void Grow(int variables, int groups)
    {
        Check(variables, groups);
        lock (_writer)
        {
            if (variables <= Count && groups <= Groups)
                return;
            // Whoever reads in the old columns now reads what was true a moment ago: nobody writes there any more.
            var grown = new VariableStorage(Math.Max(variables, Count), Math.Max(groups, Groups));
            grown.Take(_columns);
            Volatile.Write(ref _demand, [.. _demand, .. GroupDemand.Of(grown.GroupTimes.Length - _demand.Length)]);
            _grow?.Invoke(grown.Rows.Length);
            Volatile.Write(ref _columns, grown);
        }
    }

    /// <summary>
    /// Makes the values of some variables out of those of others: whenever one of these changes, in the same update. Before the first write; such a variable
    /// is never written by anybody else.
    /// </summary>
    /// <param name="structures">The structures, outer ones before inner ones.</param>
    public void Compose(IReadOnlyList<StructureVariable> structures) => _structures = structures.Count == 0 ? null : new StructureVariables(this, structures);

    /// <summary>Number of monitored items that listen to a group's variables and are not disabled.</summary>
    public int ListenersOf(int group) => Demand(group).Count;

    /// <summary>The shortest sampling interval among the monitored items that listen to a group; null while nobody does.</summary>
    public TimeSpan? DemandOf(int group) =>
        Demand(group) is { Count: > 0, Fastest: var fastest } ? TimeSpan.FromMilliseconds(fastest) : null;

    /// <summary>Starts an update; the only way to write. Ends, and dispatches to subscriptions, with <see cref="VariableUpdate.Dispose"/>.</summary>
    public VariableUpdate BeginUpdate()
    {
        _writer.Enter();
        _changedCount = 0;
        return new VariableUpdate(this);
    }

    /// <summary>Reads value, status and times of one moment.</summary>
    public DataValue Read(int variable) => ReadSample(variable).ToDataValue();

    /// <summary>The same without copying the value.</summary>
    internal Sample ReadSample(int variable)
    {
        var columns = Columns;
        ref var version = ref columns.Versions[variable >> BlockShift];
        for (var spin = new SpinWait(); ; spin.SpinOnce())
        {
            var before = Volatile.Read(ref version);
            if ((before & 1) != 0)
                continue;
            var sample = Peek(columns, variable);
            Volatile.ReadBarrier();
            if (version == before)
                return sample;
        }
    }

    /// <summary>The status alone: for whoever counts.</summary>
    public StatusCode StatusOf(int variable) => Volatile.Read(ref Columns.Rows[variable].Status);

    /// <summary>The group of a variable.</summary>
    public int GroupOf(int variable) => Columns.Rows[variable].Group;

    /// <summary>The row as it stands: for the writer itself.</summary>
    internal ref readonly VariableRow RowOf(int variable) => ref _columns.Rows[variable];

    /// <summary>When a variable was last confirmed: with its group, or alone in a request of another group, which its own source time tells.</summary>
    internal long ServerTimeOf(in VariableRow row) => ServerTimeOf(_columns, row);

    /// <summary>Reads without a check: for the writer itself.</summary>
    internal Sample Peek(int variable) => Peek(_columns, variable);

    private static long ServerTimeOf(VariableStorage columns, in VariableRow row) => Math.Max(Volatile.Read(ref columns.GroupTimes[row.Group]), row.SourceTime);

    private static Sample Peek(VariableStorage columns, int variable)
    {
        ref readonly var row = ref columns.Rows[variable];
        var serverTime = ServerTimeOf(columns, row);
        if (row.Status >= 0x80000000)
            return new Sample(BuiltInType.Null, 0, null, row.Status, row.SourceTime, serverTime);
        return row.IsShared
            ? new Sample(BuiltInType.Null, 0, columns.Shared[variable >> BlockShift]?[variable & BlockSize - 1], row.Status, row.SourceTime, serverTime)
            : new Sample(row.Type, row.Bits, null, row.Status, row.SourceTime, serverTime);
    }

    internal void Set(int variable, in Variant value, uint status, long sourceTime)
    {
        ref var row = ref _columns.Rows[variable];
        var shared = SharedValue.Holds(value) ? new SharedValue(value) : null;
        ref var version = ref BeginRow(variable);
        if (shared is not null || row.IsShared)
            (_columns.Shared[variable >> BlockShift] ??= new SharedValue?[BlockSize])[variable & BlockSize - 1] = shared;
        row.Type = shared is null ? value.Type : BuiltInType.Null;
        row.IsShared = shared is not null;
        row.Bits = value.Bits;
        row.Status = status;
        row.SourceTime = sourceTime;
        EndRow(variable, ref version);
    }

    internal void SetStatus(int variable, uint status, long sourceTime)
    {
        ref var row = ref _columns.Rows[variable];
        ref var version = ref BeginRow(variable);
        row.Status = status;
        row.SourceTime = sourceTime;
        EndRow(variable, ref version);
    }

    internal void Recompose(IReadOnlyList<StructureVariable> structures)
    {
        Compose(structures);
        _structures?.TouchAll();
    }

    internal void Assign(int variable, int group)
    {
        Set(variable, default, StatusCodes.BadWaitingForInitialData, 0);
        _columns.Rows[variable].Group = (ushort)group;
    }

    internal void Confirm(int group, long serverTime) => Volatile.Write(ref _columns.GroupTimes[group], serverTime);

    internal void EndUpdate()
    {
        try
        {
            _structures?.Compose(_changed.AsSpan(0, _changedCount));
            _dispatch?.Invoke(_changed.AsSpan(0, _changedCount));
        }
        finally
        {
            // An update that says something of all variables is rare: a start, a link that went down.
            if (_changed.Length > KeptChanges)
                _changed = [];
            _writer.Exit();
        }
    }

    /// <summary>Who listens to a group's variables.</summary>
    internal GroupDemand Demand(int group) => Volatile.Read(ref _demand)[group];

    /// <summary>Lets somebody take what changes.</summary>
    /// <param name="dispatch">Takes the changed variables at the end of each update, on the writer's thread.</param>
    /// <param name="grow">Takes the number of variables, now and before there are more.</param>
    internal void Attach(VariablesChanged dispatch, Action<int> grow)
    {
        lock (_writer)
        {
            grow(Count);
            _dispatch += dispatch;
            _grow += grow;
        }
    }

    internal void RaiseDemand(int group) => DemandChanged?.Invoke(group);

    private ref int BeginRow(int variable)
    {
        ref var version = ref _columns.Versions[variable >> BlockShift];
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

    private static void Check(int variables, int groups)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(variables);
        ArgumentOutOfRangeException.ThrowIfLessThan(groups, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(groups, ushort.MaxValue + 1);
    }
}
