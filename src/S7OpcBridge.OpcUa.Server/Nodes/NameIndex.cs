using System.Numerics;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Finds a node's dense index by the bytes of its string identifier in a request. Stores part of a hash and an index per node (5.3 bytes) but no names; the
/// owner of the names does the final comparison. Read from any thread, also while one thread adds names.
/// </summary>
public sealed class NameIndex<TNames>
    where TNames : struct, INodeNames
{
    private readonly TNames _names;
    private readonly uint[] _slots; // as much of the hash as fits above, node + 1 below; 0: free
    private readonly int _nodeBits;

    /// <summary>An index for up to <paramref name="capacity"/> names, of nodes below that number.</summary>
    public NameIndex(TNames names, int capacity)
    {
        _names = names;
        Capacity = capacity;
        _nodeBits = 32 - BitOperations.LeadingZeroCount((uint)capacity);
        _slots = new uint[capacity + capacity / 3 + 1];
    }

    /// <summary>Names that it has room for.</summary>
    public int Capacity { get; }

    /// <summary>Names in the index.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a node; false, without a change: the name is taken.</summary>
    /// <exception cref="InvalidOperationException">The index is full.</exception>
    public bool TryAdd(ReadOnlySpan<byte> utf8, int node)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(node);
        if (Count == Capacity)
            throw new InvalidOperationException($"The index was made for {Capacity} names.");
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(node, Capacity);
        if (Find(utf8, out var hash, out var slot) >= 0)
            return false;
        _slots[slot] = hash << _nodeBits | (uint)(node + 1);
        Count++;
        return true;
    }

    /// <summary>The node with this name; -1: none.</summary>
    public int Find(ReadOnlySpan<byte> utf8) => Find(utf8, out _, out _);

    private int Find(ReadOnlySpan<byte> utf8, out uint hash, out int slot)
    {
        var slots = _slots;
        var nodeBits = _nodeBits;
        hash = NameHash.Compute(utf8);
        // The upper bits choose the slot, so the lower ones are kept.
        var kept = hash << nodeBits;
        for (slot = (int)((ulong)hash * (uint)slots.Length >> 32); ; slot = slot + 1 == slots.Length ? 0 : slot + 1)
        {
            var entry = slots[slot];
            if (entry == 0)
                return -1;
            if ((entry ^ kept) >> nodeBits != 0)
                continue;
            var node = (int)(entry ^ kept) - 1;
            if (_names.IsName(node, utf8))
                return node;
        }
    }
}

/// <summary>The owner of the names of a <see cref="NameIndex{TNames}"/>. A struct, so that the comparison is inlined.</summary>
public interface INodeNames
{
    /// <summary>True when this is the name of that node, in UTF-8.</summary>
    bool IsName(int node, ReadOnlySpan<byte> utf8);
}
