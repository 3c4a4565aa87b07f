using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Values, status codes and times of all table variables, flat: a row of 24 bytes each, no object per variable. One writer (the publisher) at a time; readers
/// on any thread see value, status and times of one moment. Passes changes to the monitored items that listen.
/// </summary>
public sealed class VariableTable
{
    private readonly Lock _writer = new();
    private VariableStorage _storage;
    private StructureVariables? _structures;

    /// <summary>A table for a number of variables in a number of groups; a group shares its server timestamp (one scan class of one PLC).</summary>
    /// <param name="variables">Number of variables. All start with BadWaitingForInitialData.</param>
    /// <param name="groups">Number of groups, at most 65,536. Variables start in group 0.</param>
    public VariableTable(int variables, int groups)
    {
        Check(variables, groups);
        _storage = new VariableStorage(variables, groups);
        Listeners = new VariableListeners(variables, groups);
    }

    /// <summary>
    /// Raised with a group when its first monitored item begins to listen, its last one has stopped, or the shortest sampling interval among them has changed
    /// (<see cref="DemandOf"/>). Any thread, inside a service call: handlers must not throw, wait, or take a lock that is held while variables are written.
    /// </summary>
    public event Action<int>? DemandChanged
    {
        add => Listeners.DemandChanged += value;
        remove => Listeners.DemandChanged -= value;
    }

    /// <summary>Number of variables.</summary>
    public int Count => Storage.Count;

    /// <summary>Number of groups.</summary>
    public int Groups => Storage.Groups;

    /// <summary>The monitored items that listen to the variables.</summary>
    internal VariableListeners Listeners { get; }

    /// <summary>The present rows; <see cref="Grow"/> replaces them.</summary>
    internal VariableStorage Storage => Volatile.Read(ref _storage);

    /// <summary>Puts a variable into a group; before the first write to it and before anybody subscribes.</summary>
    public void SetGroup(int variable, int group)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)group, (uint)Groups);
        Storage.SetGroup(variable, group);
    }

    /// <summary>
    /// Makes room for more variables and groups; reads and writes of existing variables continue meanwhile. New variables start with
    /// BadWaitingForInitialData, in group 0.
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
            // The old rows are not written any more: their readers get the values of this moment.
            var grown = new VariableStorage(Math.Max(variables, Count), Math.Max(groups, Groups), _storage);
            Listeners.Grow(grown.Count, grown.Groups);
            Volatile.Write(ref _storage, grown);
        }
    }

    /// <summary>
    /// Sets the structures. The value of a structure is made of the values of its members, in each update that changes one of them. To be called before the
    /// first write; nothing else may write these variables.
    /// </summary>
    /// <param name="structures">The structures, outer ones before inner ones.</param>
    public void Compose(IReadOnlyList<StructureVariable> structures) =>
        _structures = structures.Count == 0 ? null : new StructureVariables(Count, structures);

    /// <summary>Number of monitored items that listen to a group's variables and are not disabled.</summary>
    internal int ListenersOf(int group) => Listeners.DemandOf(group).Count;

    /// <summary>The shortest sampling interval among the monitored items that listen to a group; null while there are none.</summary>
    public TimeSpan? DemandOf(int group) =>
        Listeners.DemandOf(group) is { Count: > 0, Fastest: var fastest } ? TimeSpan.FromMilliseconds(fastest) : null;

    /// <summary>Starts an update; the only way to write. <see cref="VariableUpdate.Dispose"/> ends it and hands the changes to the subscriptions.</summary>
    public VariableUpdate BeginUpdate()
    {
        _writer.Enter();
        _storage.BeginChanges();
        return new VariableUpdate(this);
    }

    /// <summary>Reads value, status and times of one moment.</summary>
    public DataValue Read(int variable) => Storage.Read(variable).ToDataValue();

    /// <summary>The status alone.</summary>
    public StatusCode StatusOf(int variable) => Volatile.Read(in Storage[variable].Status);

    /// <summary>The group of a variable.</summary>
    public int GroupOf(int variable) => Storage[variable].Group;

    internal void Recompose(IReadOnlyList<StructureVariable> structures)
    {
        Compose(structures);
        _structures?.TouchAll();
    }

    internal void EndUpdate()
    {
        try
        {
            _structures?.Compose(_storage);
            Listeners.Dispatch(_storage);
        }
        finally
        {
            _storage.EndChanges();
            _writer.Exit();
        }
    }

    private static void Check(int variables, int groups)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(variables);
        ArgumentOutOfRangeException.ThrowIfLessThan(groups, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(groups, ushort.MaxValue + 1);
    }
}
