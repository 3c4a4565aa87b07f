using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>The read plan of one scan class while it is made: what it asks for, what the CPU sends by itself, what is refused, and its requests.</summary>
internal sealed class PlusPlanDraft(ScanGroup scan)
{
    private readonly List<int> _groups = [];
    private readonly List<int> _refusedSlots = [];
    private readonly List<PlusRefusal> _refusals = [];
    private int[] _polled = [];

    public ScanGroup Scan => scan;

    /// <summary>The items, pushed and polled.</summary>
    public List<S7PlusItem> Items { get; } = [];

    /// <summary>The slot of each item.</summary>
    public List<int> Slots { get; } = [];

    public int Count => Items.Count;

    /// <summary>Indexes of the items that the CPU sends by itself.</summary>
    public int[] Pushed { get; private set; } = [];

    /// <summary>The items of each request, which may be of slower classes.</summary>
    public PlusPlace[][] Requests { get; set; } = [];

    /// <summary>Slots that cannot be read, and why.</summary>
    public (int[] Slots, PlusRefusal[] Refusals) Refused => ([.. _refusedSlots], [.. _refusals]);

    public S7PlusClassItems Polled =>
        new(Array.ConvertAll(_polled, place => Items[place]), Array.ConvertAll(_polled, place => _groups[place]));

    public void Add(int slot, S7PlusItem item, int group)
    {
        Items.Add(item);
        Slots.Add(slot);
        _groups.Add(group);
    }

    public void Refuse(int slot, PlusRefusal refusal)
    {
        _refusedSlots.Add(slot);
        _refusals.Add(refusal);
    }

    /// <summary>Sets which items the CPU sends by itself; the others are polled.</summary>
    public void Push(bool[] pushed)
    {
        Pushed = [.. Enumerable.Range(0, Count).Where(place => pushed[place])];
        _polled = [.. Enumerable.Range(0, Count).Where(place => !pushed[place])];
    }

    /// <summary>The item at an index of <see cref="Polled"/>.</summary>
    public PlusPlace PlaceOf(int polled) => new(this, _polled[polled]);

    /// <summary>True: items of another class ride in its requests.</summary>
    public bool HasRidersOf(PlusPlanDraft other) => Array.Exists(Requests, request => Array.Exists(request, place => place.Draft == other));
}

/// <summary>An item of a class.</summary>
internal readonly record struct PlusPlace(PlusPlanDraft Draft, int Index)
{
    public S7PlusItem Item => Draft.Items[Index];

    public int Slot => Draft.Slots[Index];
}
