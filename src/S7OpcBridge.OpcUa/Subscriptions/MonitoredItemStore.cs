namespace S7OpcBridge.OpcUa;

/// <summary>
/// The monitored items of one subscription, in blocks of 64 that never move. An id is a slot and a generation, so that finding, adding and removing cost the
/// same however many items there are, and the id of a removed item is not given to another for a long time.
/// </summary>
internal sealed class MonitoredItemStore
{
    private const int BlockShift = 6, BlockSize = 1 << BlockShift, SlotBits = 21;
    private const uint SlotMask = (1u << SlotBits) - 1;

    /// <summary>The most items that the ids have room for.</summary>
    public const int MaxItems = (int)SlotMask;

    private MonitoredItem[][] _items = [];
    private Columns?[] _columns = [];
    private readonly Dictionary<int, ItemDetails> _details = [];
    private int _free = -1, _slots;

    /// <summary>Number of items.</summary>
    public int Count { get; private set; }

    /// <summary>One more than the highest slot ever used.</summary>
    public int Slots => _slots;

    /// <summary>The item in a slot.</summary>
    public ref MonitoredItem this[int slot] => ref _items[slot >> BlockShift][slot & BlockSize - 1];

    /// <summary>The slot of an item; -1: there is no such item.</summary>
    public int Find(uint id)
    {
        var slot = (int)(id & SlotMask) - 1;
        return slot >= 0 && slot < _slots && this[slot].Id == id && this[slot].Has(ItemFlags.Used) ? slot : -1;
    }

    /// <summary>Takes a slot; the item in it is blank but for its id.</summary>
    public int Add()
    {
        var slot = _free;
        if (slot >= 0)
        {
            _free = this[slot].Next;
        }
        else
        {
            slot = _slots++;
            var block = slot >> BlockShift;
            if (block == _items.Length)
            {
                Array.Resize(ref _columns, Math.Max(1, block * 2));
                Array.Resize(ref _items, Math.Max(1, block * 2));
            }

            _items[block] ??= new MonitoredItem[BlockSize];
        }

        ref var item = ref this[slot];
        item = new MonitoredItem
        {
            Id = item.Id == 0 ? (uint)(slot + 1) : item.Id,
            Variable = -1,
            Link = -1,
            Ring = -1,
            Next = -1,
            Previous = -1,
            QueueSize = 1,
            Flags = ItemFlags.First | ItemFlags.Used,
        };
        Count++;
        return slot;
    }

    /// <summary>Frees a slot; its next item gets an id of the next generation.</summary>
    public void Remove(int slot)
    {
        SetShared(slot, null);
        SetDeadband(slot, null);
        _details.Remove(slot);
        ref var item = ref this[slot];
        item = new MonitoredItem { Id = item.Id + SlotMask + 1, Next = _free };
        _free = slot;
        Count--;
    }

    /// <summary>What few items have; null: nothing.</summary>
    public ItemDetails? DetailsOf(int slot) => this[slot].Has(ItemFlags.Details) ? _details[slot] : null;

    /// <summary>The same, made if it is not there.</summary>
    public ItemDetails AddDetails(int slot)
    {
        if (DetailsOf(slot) is { } details)
            return details;
        this[slot].Set(ItemFlags.Details, true);
        return _details[slot] = new ItemDetails();
    }

    /// <summary>The newest queued value.</summary>
    public Sample SampleOf(int slot)
    {
        ref readonly var item = ref this[slot];
        return new Sample(item.Type, item.Bits, item.Has(ItemFlags.Shared) ? _columns[slot >> BlockShift]!.Shared![slot & BlockSize - 1] : null,
            item.Status, item.SourceTime, item.ServerTime);
    }

    /// <summary>Sets the newest queued value.</summary>
    public void SetSample(int slot, in Sample sample)
    {
        ref var item = ref this[slot];
        item.Bits = sample.Bits;
        item.SourceTime = sample.SourceTime;
        item.ServerTime = sample.ServerTime;
        item.Status = sample.Status;
        item.Type = sample.Type;
        if (sample.Shared is not null || item.Has(ItemFlags.Shared))
            SetShared(slot, sample.Shared);
    }

    /// <summary>The deadband in the value's own unit; 0: none.</summary>
    public double DeadbandOf(int slot) => this[slot].Has(ItemFlags.Deadband) ? _columns[slot >> BlockShift]!.Deadbands![slot & BlockSize - 1] : 0;

    /// <summary>Sets the deadband, or takes it away.</summary>
    public void SetDeadband(int slot, double? deadband)
    {
        this[slot].Set(ItemFlags.Deadband, deadband is not null);
        if (deadband is { } value)
            (ColumnsOf(slot).Deadbands ??= new double[BlockSize])[slot & BlockSize - 1] = value;
    }

    private void SetShared(int slot, SharedValue? value)
    {
        this[slot].Set(ItemFlags.Shared, value is not null);
        if (value is not null)
            (ColumnsOf(slot).Shared ??= new SharedValue?[BlockSize])[slot & BlockSize - 1] = value;
        else if (_columns[slot >> BlockShift]?.Shared is { } shared)
            shared[slot & BlockSize - 1] = null;
    }

    private Columns ColumnsOf(int slot) => _columns[slot >> BlockShift] ??= new Columns();

    /// <summary>What some items of a block have beside them.</summary>
    private sealed class Columns
    {
        public SharedValue?[]? Shared;
        public double[]? Deadbands;
    }
}
