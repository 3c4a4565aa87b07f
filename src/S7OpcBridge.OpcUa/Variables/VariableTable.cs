namespace S7OpcBridge.OpcUa;

/// <summary>
/// Values, status codes and times of all table variables, flat: a column each, no object per variable. One writer (the publisher) at a time; readers on any
/// thread see value, status and times of one moment. Dispatches what changed to the subscriptions.
/// </summary>
public sealed class VariableTable
{
    /// <summary>A table for a number of variables in a number of groups; a group shares its server timestamp (one scan class of one PLC).</summary>
    public VariableTable(int variables, int groups) => throw new NotImplementedException();

    /// <summary>Number of variables.</summary>
    public int Count => throw new NotImplementedException();

    /// <summary>Puts a variable into a group; before the first write to it.</summary>
    public void SetGroup(int variable, int group) => throw new NotImplementedException();

    /// <summary>Starts an update; the only way to write. Ends, and dispatches to subscriptions, with <see cref="VariableUpdate.Dispose"/>.</summary>
    public VariableUpdate BeginUpdate() => throw new NotImplementedException();

    /// <summary>Reads value, status and times of one moment.</summary>
    public DataValue Read(int variable) => throw new NotImplementedException();
}

/// <summary>An update of many variables, applied in one go.</summary>
public readonly ref struct VariableUpdate : IDisposable
{
    /// <summary>Sets value, status and source time (OPC UA ticks).</summary>
    public void Set(int variable, in Variant value, StatusCode status, long sourceTime) => throw new NotImplementedException();

    /// <summary>Changes the status and its time and keeps the value; readers get no value while the status is Bad.</summary>
    public void SetStatus(int variable, StatusCode status, long sourceTime) => throw new NotImplementedException();

    /// <summary>Sets the server time of a group (OPC UA ticks): when its variables were last confirmed.</summary>
    public void Confirm(int group, long serverTime) => throw new NotImplementedException();

    /// <summary>Makes the changes known to the subscriptions.</summary>
    public void Dispose() => throw new NotImplementedException();
}
