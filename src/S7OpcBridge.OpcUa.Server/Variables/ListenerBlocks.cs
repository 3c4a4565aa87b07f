namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// Blocks of one size for <see cref="ListenerLists"/>, in chunks of at least a thousand entries. Blocks never move. A chunk without used blocks releases its
/// memory: when one session after the other subscribes to the same variables, all lists outgrow a size together.
/// </summary>
/// <param name="sizeClass">A block has 2 to the power of this entries.</param>
/// <param name="spare">Released memory, shared by all sizes and used again first.</param>
internal sealed class ListenerBlocks(int sizeClass, Stack<ListeningItem[]> spare)
{
    private const int ChunkShift = 10,
        MaxSpare = 64;

    private readonly int _shift = Math.Max(0, ChunkShift - sizeClass); // blocks per chunk, as a power of two
    private readonly List<Chunk> _chunks = [];
    private readonly Stack<int> _available = new();

    private bool HasCommonSize => sizeClass <= ChunkShift;

    /// <summary>The entries of a block.</summary>
    public Span<ListeningItem> this[int block] =>
        _chunks[block >> _shift].Entries.AsSpan((block & (1 << _shift) - 1) << sizeClass, 1 << sizeClass);

    /// <summary>Rents a block.</summary>
    public int Rent()
    {
        if (!_available.TryPeek(out var index))
        {
            index = _chunks.Count;
            _chunks.Add(new Chunk());
            _available.Push(index);
        }

        var chunk = _chunks[index];
        chunk.Entries ??= HasCommonSize && spare.TryPop(out var entries) ? entries : new ListeningItem[1 << _shift + sizeClass];
        var block = chunk.Free >= 0 ? chunk.Free : index << _shift | chunk.Fresh++;
        if (chunk.Free >= 0)
            chunk.Free = this[block][0].Item;
        if (++chunk.Used == 1 << _shift)
            _available.Pop();
        return block;
    }

    public void Return(int block)
    {
        var index = block >> _shift;
        var chunk = _chunks[index];
        if (chunk.Used-- == 1 << _shift)
            _available.Push(index);
        if (chunk.Used == 0)
        {
            if (HasCommonSize && spare.Count < MaxSpare)
                spare.Push(chunk.Entries!);
            (chunk.Entries, chunk.Free, chunk.Fresh) = (null, -1, 0);
            return;
        }

        this[block][0] = new ListeningItem(-1, chunk.Free);
        chunk.Free = block;
    }

    private sealed class Chunk
    {
        public ListeningItem[]? Entries;
        public int Free = -1,
            Fresh,
            Used;
    }
}
