namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>The free bytes of a row of requests; finds the first one with enough of them in logarithmic time.</summary>
internal sealed class FirstFitTree
{
    private readonly int _leaves = 1;
    private readonly int[] _most;

    internal FirstFitTree(int requests, int room)
    {
        while (_leaves < requests + 1)
            _leaves *= 2;
        _most = new int[2 * _leaves];
        Array.Fill(_most, room);
    }

    internal int Room(int request) => _most[_leaves + request];

    /// <summary>The first request with this many free bytes, at most those of an empty one.</summary>
    internal int First(int bytes)
    {
        if (_most[1] < bytes)
            return _leaves;
        var node = 1;
        while (node < _leaves)
            node = _most[2 * node] >= bytes ? 2 * node : (2 * node) + 1;
        return node - _leaves;
    }

    internal void Reserve(int request, int bytes)
    {
        var node = _leaves + request;
        _most[node] -= bytes;
        for (node /= 2; node > 0; node /= 2)
            _most[node] = Math.Max(_most[2 * node], _most[(2 * node) + 1]);
    }
}
