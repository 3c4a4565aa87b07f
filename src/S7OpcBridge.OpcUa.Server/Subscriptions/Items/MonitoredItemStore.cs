using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>
/// The monitored items of one subscription, in blocks of 64 that never move. An id is a slot and a generation: finding, adding and removing take constant time,
/// and the id of a removed item is not used again for a long time.
/// </summary>
internal sealed class MonitoredItemStore
{
    /// <summary>Items of a block.</summary>
    public const int BlockSize = 1 << BlockShift;

    private const int BlockShift = 6,
        SlotBits = 21;
    private const uint SlotMask = (1u << SlotBits) - 1,
        GenerationMask = uint.MaxValue >> SlotBits;
    private const ushort OwnSettings = ushort.MaxValue;

    /// <summary>Most items, limited by the size of an id.</summary>
    public const int MaxItems = (int)SlotMask;

    private readonly ItemSettingsTable _settings = new();
    private readonly Dictionary<int, ItemDetails> _details = [];
    private MonitoredItem[][] _items = [];
    private ItemColumns?[] _columns = [];
    private int _free = -1,
        _slots;

    /// <summary>Number of items.</summary>
    public int Count { get; private set; }

    /// <summary>Links of SetTriggering.</summary>
    public int Links { get; set; }

    /// <summary>One more than the highest slot ever used.</summary>
    public int Slots => _slots;

    public ref MonitoredItem this[int slot] => ref _items[slot >> BlockShift][slot & BlockSize - 1];

    /// <summary>The block that a slot is in, from its first item on.</summary>
    public Span<MonitoredItem> BlockOf(int slot) => _items[slot >> BlockShift];

    /// <summary>The server's id of the item within the subscription.</summary>
    public uint IdOf(int slot) => (uint)this[slot].Generation << SlotBits | (uint)(slot + 1);

    /// <summary>The slot of an item; -1: there is no such item.</summary>
    public int Find(uint id)
    {
        var slot = (int)(id & SlotMask) - 1;
        return slot >= 0 && slot < _slots && this[slot].Has(ItemFlags.Used) && this[slot].Generation == id >> SlotBits ? slot : -1;
    }

    /// <summary>Allocates a free slot; the item in it is empty except for its id.</summary>
    public int Add()
    {
        var slot = _free;
        if (slot >= 0)
        {
            _free = this[slot].Link;
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
            Generation = item.Generation,
            Variable = -1,
            Link = -1,
            Flags = ItemFlags.First | ItemFlags.Used,
        };
        Count++;
        return slot;
    }

    /// <summary>Frees a slot; its next item gets an id of the next generation.</summary>
    public void Remove(int slot)
    {
        TriggerLinks.End(this, slot);
        SetShared(slot, null);
        _details.Remove(slot);
        ref var item = ref this[slot];
        item = new MonitoredItem
        {
            Generation = (ushort)(item.Generation + 1 & GenerationMask),
            Variable = -1,
            Link = _free,
        };
        _free = slot;
        Count--;
    }

    /// <summary>The details of an item; null: it has none.</summary>
    public ItemDetails? DetailsOf(int slot) => this[slot].Has(ItemFlags.Details) ? _details[slot] : null;

    /// <summary>The details of an item, made if it has none.</summary>
    public ItemDetails AddDetails(int slot)
    {
        if (DetailsOf(slot) is { } details)
            return details;
        this[slot].Set(ItemFlags.Details, true);
        return _details[slot] = new ItemDetails();
    }

    /// <summary>Queue and sampling interval.</summary>
    public ItemSettings SettingsOf(int slot) =>
        this[slot].Settings is var place && place == OwnSettings ? _details[slot].Settings : _settings[place];

    /// <summary>Sets queue and sampling interval.</summary>
    public void SetSettings(int slot, ItemSettings settings)
    {
        ref var item = ref this[slot];
        item.Set(ItemFlags.Long, settings.QueueSize > 1);
        if (_settings.PlaceOf(settings) is >= 0 and var place)
        {
            item.Settings = (ushort)place;
            return;
        }

        AddDetails(slot).Settings = settings;
        item.Settings = OwnSettings;
    }

    /// <summary>Sets whether values that come too soon are held back.</summary>
    public void SetGated(int slot, bool isGated)
    {
        if (isGated && !this[slot].Has(ItemFlags.Gated))
            PeriodOf(slot) = 0;
        this[slot].Set(ItemFlags.Gated, isGated);
    }

    /// <summary>The newest queued value.</summary>
    public Sample SampleOf(int slot)
    {
        ref readonly var item = ref this[slot];
        return new Sample(
            item.Type,
            item.Bits,
            item.Has(ItemFlags.Shared) ? ColumnsOf(slot).Shared(slot & BlockSize - 1) : null,
            item.Status,
            item.SourceTime,
            item.ServerTime
        );
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
    public double DeadbandOf(int slot) => this[slot].Has(ItemFlags.Deadband) ? ColumnsOf(slot).Deadband(slot & BlockSize - 1) : 0;

    /// <summary>Sets or removes the deadband.</summary>
    public void SetDeadband(int slot, double? deadband)
    {
        this[slot].Set(ItemFlags.Deadband, deadband is not null);
        if (deadband is { } value)
            ColumnsOf(slot).Deadband(slot & BlockSize - 1) = value;
    }

    /// <summary>The ring with an item's older values.</summary>
    public ref int RingOf(int slot) => ref ColumnsOf(slot).Ring(slot & BlockSize - 1);

    /// <summary>The sampling period in which an item's newest value was queued.</summary>
    public ref uint PeriodOf(int slot) => ref ColumnsOf(slot).Period(slot & BlockSize - 1);

    private void SetShared(int slot, SharedValue? value)
    {
        if (value is not null || this[slot].Has(ItemFlags.Shared))
            ColumnsOf(slot).Shared(slot & BlockSize - 1) = value;
        this[slot].Set(ItemFlags.Shared, value is not null);
    }

    private ItemColumns ColumnsOf(int slot) => _columns[slot >> BlockShift] ??= new ItemColumns();
}
