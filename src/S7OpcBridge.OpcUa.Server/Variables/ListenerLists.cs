namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// The items that listen to each variable, side by side in memory, so that a walk over the items of fifty sessions reads seven cache lines and not fifty. A
/// single listener is in the head of the list; more are in blocks of 2, 4, 8 … entries. A full list moves to a block of twice the size, and to one of half the
/// size when three quarters of it are empty. Removing an entry moves the last one to its position. Heads exist from the first listener of 128 neighbours on:
/// variables that nobody subscribes to take no memory. Not thread-safe.
/// </summary>
internal sealed class ListenerLists(int variables)
{
    private const int PageShift = 7,
        PageSize = 1 << PageShift;

    // A head is the only listener, or has a negative place: Empty, or the sign, the size class and the number of the entries, whose block is the item.
    private const int CountBits = 26,
        Classes = 32,
        Empty = -1;

    private ListeningItem[]?[] _pages = new ListeningItem[]?[PagesFor(variables)];
    private readonly ListenerBlocks[] _classes = CreateClasses();

    /// <summary>Makes room for more variables.</summary>
    public void Grow(int variables) => Array.Resize(ref _pages, PagesFor(variables));

    /// <summary>The listeners of a variable.</summary>
    public ReadOnlySpan<ListeningItem> ItemsOf(int variable)
    {
        if (_pages[variable >> PageShift] is not { } page)
            return default;
        ref readonly var head = ref page[variable & PageSize - 1];
        return head.Place >= 0 ? new ReadOnlySpan<ListeningItem>(in head) : Many(head);
    }

    /// <summary>Appends a listener.</summary>
    /// <returns>Its position in the list.</returns>
    public int Add(int variable, ListeningItem listener)
    {
        ref var head = ref HeadOf(variable);
        if (head.Place == Empty)
        {
            head = listener;
            return 0;
        }
        var position = CountOf(head);
        if (position == 1 << ClassOf(head))
            Move(ref head, ClassOf(head) + 1);
        head = Head(ClassOf(head), position + 1, head.Item);
        _classes[ClassOf(head)][head.Item][position] = listener;
        return position;
    }

    /// <summary>Removes a listener; the last one of the list moves to its position.</summary>
    /// <returns>True if one has moved.</returns>
    public bool Remove(int variable, int position, out ListeningItem moved)
    {
        ref var head = ref HeadOf(variable);
        if (head.Place >= 0)
        {
            moved = head;
            head = new ListeningItem(Empty, 0);
            return false;
        }
        var (sizeClass, last) = (ClassOf(head), CountOf(head) - 1);
        var all = _classes[sizeClass][head.Item];
        moved = all[last];
        all[position] = moved;
        head = Head(sizeClass, last, head.Item);
        if (last <= 1 << sizeClass >> 2)
            Move(ref head, sizeClass - 1);
        return position != last;
    }

    private static int PagesFor(int variables) => (variables + PageSize - 1) >> PageShift;

    private static ListenerBlocks[] CreateClasses()
    {
        var (classes, spare) = (new ListenerBlocks[Classes], new Stack<ListeningItem[]>());
        for (var i = 1; i < Classes; i++)
            classes[i] = new ListenerBlocks(i, spare);
        return classes;
    }

    private static ListeningItem Head(int sizeClass, int count, int block) => new(int.MinValue | sizeClass << CountBits | count, block);

    private static int ClassOf(in ListeningItem head) => head.Place >= 0 ? 0 : (head.Place & int.MaxValue) >> CountBits;

    private static int CountOf(in ListeningItem head) => head.Place >= 0 ? 1 : head.Place & (1 << CountBits) - 1;

    private ref ListeningItem HeadOf(int variable)
    {
        ref var page = ref _pages[variable >> PageShift];
        if (page is null)
        {
            page = new ListeningItem[PageSize];
            Array.Fill(page, new ListeningItem(Empty, 0));
        }
        return ref page[variable & PageSize - 1];
    }

    private ReadOnlySpan<ListeningItem> Many(in ListeningItem head) =>
        head.Place == Empty ? default : _classes[ClassOf(head)][head.Item][..CountOf(head)];

    // To the next larger or smaller block. Only an empty list leaves the smallest one.
    private void Move(ref ListeningItem head, int sizeClass)
    {
        var moved = sizeClass == 0 ? new ListeningItem(Empty, 0) : Head(sizeClass, CountOf(head), _classes[sizeClass].Rent());
        if (head.Place >= 0)
        {
            _classes[sizeClass][moved.Item][0] = head;
        }
        else
        {
            if (sizeClass > 0)
                Many(head).CopyTo(_classes[sizeClass][moved.Item]);
            _classes[ClassOf(head)].Return(head.Item);
        }
        head = moved;
    }
}

/// <summary>An item that listens.</summary>
/// <param name="Place">The place of its subscription in <see cref="VariableListeners"/>; not negative.</param>
/// <param name="Item">Its slot in the subscription.</param>
internal readonly record struct ListeningItem(int Place, int Item);
