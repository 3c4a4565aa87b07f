using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>All references of a node in their order, for a foreach. They are read in batches into the caller's stack frame, so nothing is allocated.</summary>
internal readonly ref struct NodeReferences(AddressSpaceView view, NodeHandle node)
{
    private const int BatchSize = 64;

    public Enumerator GetEnumerator() => new(view, node);

    [InlineArray(BatchSize)]
    private struct Batch
    {
        private NodeReference _first;
    }

    /// <summary>Where the walk is.</summary>
    public ref struct Enumerator(AddressSpaceView view, NodeHandle node)
    {
        private Batch _batch;
        private int _before,
            _read,
            _at;

        public readonly NodeReference Current => _batch[_at];

        public bool MoveNext()
        {
            if (++_at < _read)
                return true;
            _before += _read;
            _read = view.References(node, _before, _batch);
            _at = 0;
            return _read > 0;
        }
    }
}
