namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>
/// Changes that wait for ApplyChanges (OPC 10000-12, 7.10.2). They are made by one session, applied in order, and discarded when the session cancels or ends.
/// Until then no other session can begin a transaction.
/// </summary>
internal sealed class ConfigurationTransaction
{
    private readonly List<(ConfigurationChange Kind, string What, Action Apply)> _changes = [];
    private NodeId _session;

    public bool IsPending => _changes.Count > 0;

    /// <exception cref="UaException">BadTransactionPending.</exception>
    public void RequireNone()
    {
        if (IsPending)
            throw new UaException(StatusCodes.BadTransactionPending, "Changes wait for ApplyChanges or CancelChanges.");
    }

    /// <exception cref="UaException">BadTransactionPending.</exception>
    public void RequireNoneOfOthers(NodeId session)
    {
        if (_session != session)
            RequireNone();
    }

    /// <exception cref="UaException">BadTransactionPending: another session has one.</exception>
    public void Add(NodeId session, ConfigurationChange kind, string what, Action apply)
    {
        RequireNoneOfOthers(session);
        _session = session;
        _changes.Add((kind, what, apply));
    }

    /// <summary>Applies the changes in order, up to the first that fails; afterwards the transaction is empty.</summary>
    /// <returns>What was done, in words and in kind.</returns>
    /// <exception cref="UaException">BadNothingToDo, BadTransactionPending, or the error of a change.</exception>
    public (string What, ConfigurationChange Kinds) Apply(NodeId session)
    {
        var changes = DequeueAll(session);
        var kinds = ConfigurationChange.None;
        foreach (var (kind, _, apply) in changes)
        {
            apply();
            kinds |= kind;
        }

        return (string.Join("; ", changes.Select(change => change.What)), kinds);
    }

    /// <exception cref="UaException">BadNothingToDo, BadTransactionPending.</exception>
    public void Cancel(NodeId session) => DequeueAll(session);

    public void EndSession(NodeId session)
    {
        if (_session == session)
            _changes.Clear();
    }

    private (ConfigurationChange Kind, string What, Action Apply)[] DequeueAll(NodeId session)
    {
        if (!IsPending)
            throw new UaException(StatusCodes.BadNothingToDo, "No change waits to be applied.");
        RequireNoneOfOthers(session);
        var changes = _changes.ToArray();
        _changes.Clear();
        return changes;
    }
}
