using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// The items that listen to each variable, side by side in memory, so that a walk over the items of fifty sessions reads seven cache lines and not fifty. A
/// single listener is in the head of the list; more are in blocks of 2, 4, 8 … entries. A full list moves to a block of twice the size, and to one of half the
/// size when three quarters of it are empty. Removing an entry moves the last one to its position. Not thread-safe.
/// </summary>
internal sealed class ListenerLists(int variables)
{
    private const int ClassBits = 5, Classes = 1 << ClassBits;

    private Head[] _heads = new Head[variables];
    private readonly ListenerBlocks[] _classes = CreateClasses();

    /// <summary>Makes room for more variables.</summary>
    public void Grow(int variables) => Array.Resize(ref _heads, variables);

    /// <summary>The listeners of a variable.</summary>
    public ReadOnlySpan<ListeningItem> Of(int variable) => All(ref _heads[variable])[.._heads[variable].Count];

    /// <summary>Appends a listener.</summary>
    /// <returns>Its position in the list.</returns>
    public int Add(int variable, ListeningItem listener)
    {
        ref var head = ref _heads[variable];
        var position = head.Count;
        if (position == 1 << head.Class)
            Move(ref head, head.Class + 1);
        head.Count++;
        All(ref head)[position] = listener;
        return position;
    }

    /// <summary>Removes a listener; the last one of the list moves to its position.</summary>
    /// <returns>True if one has moved.</returns>
    public bool Remove(int variable, int position, out ListeningItem moved)
    {
        ref var head = ref _heads[variable];
        var all = All(ref head);
        var last = head.Count - 1;
        moved = all[last];
        all[position] = moved;
        head.Count = last;
        if (head.Class > 0 && last <= 1 << head.Class >> 2)
            Move(ref head, head.Class - 1);
        return position != last;
    }

    private static ListenerBlocks[] CreateClasses()
    {
        var (classes, spare) = (new ListenerBlocks[Classes], new Stack<ListeningItem[]>());
        for (var i = 1; i < Classes; i++)
            classes[i] = new ListenerBlocks(i, spare);
        return classes;
    }

    private Span<ListeningItem> All(ref Head head) => head.Class == 0 ? MemoryMarshal.CreateSpan(ref head.Single, 1) : _classes[head.Class][head.Single.Item];

    private void Move(ref Head head, int sizeClass)
    {
        var moved = new Head { Single = sizeClass == 0 ? default : new ListeningItem(0, _classes[sizeClass].Rent()), Count = head.Count, Class = sizeClass };
        All(ref head)[..head.Count].CopyTo(All(ref moved));
        if (head.Class > 0)
            _classes[head.Class].Return(head.Single.Item);
        head = moved;
    }

    private struct Head
    {
        private uint _packed;

        /// <summary>The only listener of class 0; of any other class its item is the block.</summary>
        public ListeningItem Single;

        public int Count
        {
            readonly get => (int)(_packed >> ClassBits);
            set => _packed = (uint)value << ClassBits | (uint)Class;
        }

        /// <summary>The list has room for 2 to the power of this.</summary>
        public int Class
        {
            readonly get => (int)_packed & Classes - 1;
            set => _packed = _packed & ~(uint)(Classes - 1) | (uint)value;
        }
    }
}

/// <summary>An item that listens.</summary>
/// <param name="Place">The place of its subscription in <see cref="VariableListeners"/>.</param>
/// <param name="Item">Its slot in the subscription.</param>
internal readonly record struct ListeningItem(int Place, int Item);
