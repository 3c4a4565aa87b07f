using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// All nodes, from several sources. Each call goes to the source of the node; nothing is copied or locked. A source may be replaced while clients browse:
/// callers that need consistent answers take <see cref="Current"/> once.
/// </summary>
public sealed class AddressSpace
{
    private readonly Lock _gate = new();
    private volatile AddressSpaceView _current;

    /// <summary>Joins sources.</summary>
    /// <param name="table">Values of the table variables of all sources.</param>
    /// <param name="time">The clock for values without a time of their own.</param>
    /// <param name="sources">Namespace 0 first; it resolves types and has index 0.</param>
    public AddressSpace(VariableTable table, TimeProvider time, params IReadOnlyList<INodeSource> sources)
        : this(table, time, null, sources) { }

    internal AddressSpace(VariableTable table, TimeProvider time, HistorySource? history, IReadOnlyList<INodeSource> sources) =>
        _current = new AddressSpaceView(table, time, history, sources, version: 1);

    /// <summary>The nodes as they are now.</summary>
    internal AddressSpaceView Current => _current;

    /// <summary>Raised after a source was replaced: earlier node handles of that source are invalid, node ids stay valid.</summary>
    internal event Action? Replaced;

    /// <summary>Replaces a source, at a reload.</summary>
    public void Replace(int index, INodeSource source)
    {
        lock (_gate)
            _current = _current.With(index, source);
        Replaced?.Invoke();
    }
}
