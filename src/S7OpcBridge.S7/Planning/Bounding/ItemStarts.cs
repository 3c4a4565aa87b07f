namespace S7OpcBridge.S7.Planning.Bounding;

/// <summary>Atoms with which an item may begin, and what that costs; finds the cheapest one that begins late enough. A queue with ascending costs.</summary>
internal sealed class ItemStarts(int capacity)
{
    private readonly int[] _atoms = new int[capacity];
    private readonly long[] _costs = new long[capacity];
    private int _begin;
    private int _end;

    internal void Clear() => (_begin, _end) = (0, 0);

    /// <summary>Adds an atom behind those added before. Earlier ones that cost no less are of no use any more.</summary>
    internal void Add(int atom, long cost)
    {
        while (_end > _begin && _costs[_end - 1] >= cost)
            _end--;
        (_atoms[_end], _costs[_end++]) = (atom, cost);
    }

    /// <summary>The lowest cost of an atom that begins at an address or behind it; addresses must ascend from call to call.</summary>
    internal long Lowest(int[] starts, int earliest)
    {
        while (_begin < _end && starts[_atoms[_begin]] < earliest)
            _begin++;
        return _begin < _end ? _costs[_begin] : long.MaxValue / 4;
    }
}
