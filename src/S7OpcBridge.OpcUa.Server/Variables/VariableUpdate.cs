namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// An update of many variables. Readers see each variable change as a whole, at once; subscriptions get all changes when the update ends. A variable set
/// twice in one update is reported once, with what was set last.
/// </summary>
public readonly ref struct VariableUpdate : IDisposable
{
    private readonly VariableTable _table;

    internal VariableUpdate(VariableTable table) => _table = table;

    /// <summary>Sets value, status and source time (OPC UA ticks). A value that is an array or a structure must not be changed afterwards.</summary>
    public void Set(int variable, in Variant value, StatusCode status, long sourceTime) =>
        _table.Storage.Set(variable, value, status.Value, sourceTime);

    /// <summary>
    /// Changes the status and its time and keeps the value; readers get no value while the status is Bad, and the kept one again under a later Uncertain.
    /// </summary>
    public void SetStatus(int variable, StatusCode status, long sourceTime) => _table.Storage.SetStatus(variable, status.Value, sourceTime);

    /// <summary>Sets the server time of a group (OPC UA ticks): when its variables were last confirmed. Comes before the values it confirms.</summary>
    public void Confirm(int group, long serverTime) => _table.Storage.Confirm(group, serverTime);

    /// <summary>Resets a variable to BadWaitingForInitialData and puts it into a group. No monitored item may listen to it.</summary>
    public void Assign(int variable, int group)
    {
        _table.Storage.Set(variable, default, StatusCodes.BadWaitingForInitialData, 0);
        _table.Storage.SetGroup(variable, group);
    }

    /// <summary>
    /// As <see cref="VariableTable.Compose"/>, for a table in use: a reload. All structures are made anew, and those that changed are reported.
    /// </summary>
    public void Compose(IReadOnlyList<StructureVariable> structures) => _table.Recompose(structures);

    /// <summary>Hands the changes to the subscriptions.</summary>
    public void Dispose() => _table.EndUpdate();
}
