using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Finds a node's dense index by the bytes of its string identifier in a request. Stores a hash and an index per node (11 bytes) but no names; the owner of the
/// names does the final comparison. Built once, then read from any thread.
/// </summary>
public sealed class NameIndex<TNames> where TNames : struct, INodeNames
{
    private readonly TNames _names;
    private readonly ulong[] _slots; // hash above, node + 1 below; 0: free
    private readonly int _capacity;

    /// <summary>An index for up to <paramref name="capacity"/> names.</summary>
    public NameIndex(TNames names, int capacity)
    {
        _names = names;
        _capacity = capacity;
        _slots = new ulong[capacity + capacity / 3 + 1];
    }

    /// <summary>Names in the index.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a node; false, without a change: the name is taken.</summary>
    /// <exception cref="InvalidOperationException">The index is full.</exception>
    public bool TryAdd(ReadOnlySpan<byte> utf8, int node)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(node);
        if (Count == _capacity)
            throw new InvalidOperationException($"The index was made for {_capacity} names.");
        if (Find(utf8, out var hash, out var slot) >= 0)
            return false;
        _slots[slot] = (ulong)hash << 32 | (uint)(node + 1);
        Count++;
        return true;
    }

    /// <summary>The node with this name; -1: none.</summary>
    public int Find(ReadOnlySpan<byte> utf8) => Find(utf8, out _, out _);

    private int Find(ReadOnlySpan<byte> utf8, out uint hash, out int slot)
    {
        var slots = _slots;
        hash = NameHash.Of(utf8);
        for (slot = (int)((ulong)hash * (uint)slots.Length >> 32); ; slot = slot + 1 == slots.Length ? 0 : slot + 1)
        {
            var entry = slots[slot];
            if (entry == 0)
                return -1;
            if (entry >> 32 == hash && _names.IsName((int)(uint)entry - 1, utf8))
                return (int)(uint)entry - 1;
        }
    }
}

/// <summary>The owner of the names of a <see cref="NameIndex{TNames}"/>. A struct, so that the comparison is inlined.</summary>
public interface INodeNames
{
    /// <summary>True when this is the name of that node, in UTF-8.</summary>
    bool IsName(int node, ReadOnlySpan<byte> utf8);
}
