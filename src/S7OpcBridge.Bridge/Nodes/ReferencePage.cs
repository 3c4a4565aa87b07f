using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>One page of a node's references: skips the first <c>skip</c>, then fills the caller's span.</summary>
internal ref struct ReferencePage(int skip, Span<NodeReference> destination)
{
    private readonly Span<NodeReference> _destination = destination;
    private int _skip = skip;

    /// <summary>Number of references in the page.</summary>
    public int Count { get; private set; }

    /// <summary>True when the page is full.</summary>
    public readonly bool IsFull => Count == _destination.Length;

    /// <summary>Adds the next reference, unless it is skipped or does not fit.</summary>
    public void Add(in NodeReference reference)
    {
        if (_skip > 0)
            _skip--;
        else if (!IsFull)
            _destination[Count++] = reference;
    }

    /// <summary>
    /// How many of the next <paramref name="available"/> references can be skipped at once, so that a page far inside a large folder need not count each one.
    /// </summary>
    public int SkipWithin(int available)
    {
        var passed = Math.Min(_skip, available);
        _skip -= passed;
        return passed;
    }
}
