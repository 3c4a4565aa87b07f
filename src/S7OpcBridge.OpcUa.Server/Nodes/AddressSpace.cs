namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// All nodes: the sources joined. What is asked goes to the source that knows; nothing is copied, nothing locked. A source may be replaced by another while
/// clients browse: who needs several answers that fit together takes <see cref="Current"/> once.
/// </summary>
public sealed class AddressSpace
{
    private readonly Lock _gate = new();
    private volatile AddressSpaceView _current;

    /// <summary>Joins sources.</summary>
    /// <param name="table">Values of the table variables of all sources.</param>
    /// <param name="time">Gives the time of values that have none of their own.</param>
    /// <param name="sources">Namespace 0 first; it resolves types and has index 0.</param>
    public AddressSpace(VariableTable table, TimeProvider time, params IReadOnlyList<INodeSource> sources) =>
        _current = new AddressSpaceView(table, time, sources, version: 1);

    /// <summary>The nodes as they are now.</summary>
    public AddressSpaceView Current => _current;

    /// <summary>After a source was replaced: node handles of that source from before are void, node ids remain what they are.</summary>
    public event Action? Replaced;

    /// <summary>Puts another source in the place of one: a reload.</summary>
    public void Replace(int index, INodeSource source)
    {
        lock (_gate)
            _current = _current.With(index, source);
        Replaced?.Invoke();
    }
}
