using System.Numerics;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// For each variable the items that listen to it, side by side in memory, so that a walk over fifty sessions' items reads seven cache lines and not fifty.
/// Lists stand in blocks of 1, 2, 4, 8 … entries; a list that outgrows its block moves to one of twice the size, and to one of half the size when three
/// quarters of it are empty. An entry leaves by changing places with the last. Not thread-safe.
/// </summary>
internal sealed class ListenerLists(int variables)
{
    private const int ClassBits = 5, ChunkShift = 10, Classes = 32;

    private readonly Head[] _heads = new Head[variables];
    private readonly Chunks[] _classes = CreateClasses();

    /// <summary>The listeners of a variable.</summary>
    public ReadOnlySpan<ListeningItem> Of(int variable)
    {
        ref readonly var head = ref _heads[variable];
        return head.Count == 0 ? default : _classes[head.Class].Block(head.Block)[..head.Count];
    }

    /// <summary>Appends a listener.</summary>
    /// <returns>Its position in the list.</returns>
    public int Add(int variable, ListeningItem listener)
    {
        ref var head = ref _heads[variable];
        if (head.Count == 0)
            head = new Head(_classes[0].Rent(), 0, 0);
        else if (head.Count == 1 << head.Class)
            Move(ref head, head.Class + 1);
        _classes[head.Class].Block(head.Block)[head.Count] = listener;
        head = head.With(head.Count + 1);
        return head.Count - 1;
    }

    /// <summary>Removes a listener; the last of the list takes its position.</summary>
    /// <returns>True if there was another to take it.</returns>
    public bool Remove(int variable, int position, out ListeningItem moved)
    {
        ref var head = ref _heads[variable];
        var block = _classes[head.Class].Block(head.Block);
        var last = head.Count - 1;
        moved = block[last];
        block[position] = moved;
        head = head.With(last);
        if (last == 0)
            _classes[head.Class].Return(head.Block);
        else if (head.Class > 1 && last <= 1 << head.Class - 2)
            Move(ref head, head.Class - 1);
        return position != last;
    }

    private static Chunks[] CreateClasses()
    {
        var classes = new Chunks[Classes];
        for (var i = 0; i < Classes; i++)
            classes[i] = new Chunks(i);
        return classes;
    }

    private void Move(ref Head head, int sizeClass)
    {
        var block = _classes[sizeClass].Rent();
        _classes[head.Class].Block(head.Block)[..head.Count].CopyTo(_classes[sizeClass].Block(block));
        _classes[head.Class].Return(head.Block);
        head = new Head(block, head.Count, sizeClass);
    }

    private readonly struct Head(int block, int count, int sizeClass)
    {
        private readonly uint _packed = (uint)count << ClassBits | (uint)sizeClass;

        public int Block => block;

        public int Count => (int)(_packed >> ClassBits);

        public int Class => (int)_packed & (1 << ClassBits) - 1;

        public Head With(int newCount) => new(block, newCount, Class);
    }

    /// <summary>Blocks of one size, in chunks of at least a thousand entries that never move; free ones are linked through themselves.</summary>
    private sealed class Chunks(int sizeClass)
    {
        private readonly int _shift = Math.Max(0, ChunkShift - sizeClass); // blocks per chunk, as a power of two
        private ListeningItem[][] _chunks = [];
        private int _free = -1, _used;

        public Span<ListeningItem> Block(int block) => _chunks[block >> _shift].AsSpan((block & (1 << _shift) - 1) << sizeClass, 1 << sizeClass);

        public int Rent()
        {
            if (_free >= 0)
            {
                var block = _free;
                _free = Block(block)[0].Item;
                return block;
            }

            var chunk = _used >> _shift;
            if (chunk == _chunks.Length)
                Array.Resize(ref _chunks, (int)BitOperations.RoundUpToPowerOf2((uint)chunk + 1));
            _chunks[chunk] ??= new ListeningItem[1 << _shift + sizeClass];
            return _used++;
        }

        public void Return(int block)
        {
            Block(block)[0] = new ListeningItem(-1, _free);
            _free = block;
        }
    }
}

/// <summary>An item that listens.</summary>
/// <param name="Place">Its subscription's place in the index.</param>
/// <param name="Item">Its slot in the subscription.</param>
internal readonly record struct ListeningItem(int Place, int Item);
