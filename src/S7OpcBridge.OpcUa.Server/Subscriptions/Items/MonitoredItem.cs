using System.Runtime.InteropServices;
using S7OpcBridge.OpcUa.Server.Subscriptions.Queues;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>
/// A monitored item, 48 bytes in a block of its subscription. It has the newest queued value, which the filter also compares with. It has no references, so
/// that the garbage collector does not walk a million items. Settings that many items share (<see cref="ItemSettings"/>) are stored once; fields that few items
/// use (a shared value, a deadband, older values, an index range) are in columns and tables of their own; the node follows from the variable.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal struct MonitoredItem
{
    /// <summary>The newest queued value, as in <see cref="Sample"/>.</summary>
    public long Bits,
        SourceTime,
        ServerTime;

    public uint Status;

    /// <summary>The client's handle for the item. Written when a value is sent, so a changed handle applies to queued values too.</summary>
    public uint ClientHandle;

    /// <summary>The table variable; -1: the node is sampled, or the item is for events.</summary>
    public int Variable;

    /// <summary>
    /// The position in the variable's list in <see cref="VariableListeners"/>, which changes when others are removed; -1: not listening. In a free slot: the
    /// next free slot.
    /// </summary>
    public int Link;

    /// <summary>Number of earlier items in the slot, a part of the id.</summary>
    public ushort Generation;

    /// <summary>Place of the item's <see cref="ItemSettings"/> in the table of the subscription.</summary>
    public ushort Settings;

    /// <summary>Type of the newest value where it is a scalar.</summary>
    public BuiltInType Type;

    /// <summary>Mode and trigger (two bits each), and the requested timestamps (two bits).</summary>
    public ItemModes Modes;

    /// <summary>The state of the item.</summary>
    public ItemFlags Flags;

    /// <summary>True for an item whose newest value is replaced by a new scalar, after a comparison at most.</summary>
    public readonly bool IsPlain => (Flags & NotPlain) == 0 && !Has(ItemFlags.Long | ItemFlags.Unsent);

    /// <summary>True for an item that has exactly one scalar to send.</summary>
    public readonly bool SendsPlain => (Flags & (ItemFlags.Older | ItemFlags.Shared | ItemFlags.Overflow)) == 0;

    private const ItemFlags NotPlain =
        ItemFlags.First
        | ItemFlags.Gated
        | ItemFlags.Shared
        | ItemFlags.Deadband
        | ItemFlags.Details
        | ItemFlags.Triggers
        | ItemFlags.Overflow;

    /// <summary>True if all of the flags are set.</summary>
    public readonly bool Has(ItemFlags flags) => (Flags & flags) == flags;

    /// <summary>Sets or clears flags.</summary>
    public void Set(ItemFlags flags, bool on) => Flags = on ? Flags | flags : Flags & ~flags;
}

/// <summary>Settings of a monitored item, packed.</summary>
internal readonly record struct ItemModes(byte Packed)
{
    /// <summary>Packs the settings.</summary>
    public ItemModes(MonitoringMode mode, DataChangeTrigger trigger, TimestampsToReturn timestamps)
        : this((byte)((int)mode | (int)trigger << 2 | (int)timestamps << 4)) { }

    /// <summary>Disabled, Sampling or Reporting.</summary>
    public MonitoringMode Mode => (MonitoringMode)(Packed & 3);

    /// <summary>What counts as a change.</summary>
    public DataChangeTrigger Trigger => (DataChangeTrigger)(Packed >> 2 & 3);

    /// <summary>The requested timestamps.</summary>
    public TimestampsToReturn Timestamps => (TimestampsToReturn)(Packed >> 4 & 3);

    /// <summary>The same with another mode.</summary>
    public ItemModes With(MonitoringMode mode) => new(mode, Trigger, Timestamps);
}

/// <summary>The state of a monitored item.</summary>
[Flags]
internal enum ItemFlags : ushort
{
    /// <summary>Nothing special.</summary>
    None = 0,

    /// <summary>Nothing has been queued yet, or the filter is new: the next value is reported in any case.</summary>
    First = 1,

    /// <summary>The newest value has not been sent.</summary>
    Unsent = 2,

    /// <summary>Values next to the newest one were lost.</summary>
    Overflow = 4,

    /// <summary>The item is in <see cref="PendingItems"/>.</summary>
    Pending = 8,

    /// <summary>A full queue drops its oldest value, not the newest.</summary>
    DiscardOldest = 0x10,

    /// <summary>The client's sampling interval is longer than the node's: values that come too soon are held back.</summary>
    Gated = 0x20,

    /// <summary>A value came too soon after one that has been sent: the item is in the list of items to be sampled again.</summary>
    Deferred = 0x40,

    /// <summary>The newest value is a shared one, in <see cref="ItemColumns"/>.</summary>
    Shared = 0x80,

    /// <summary>The item has a deadband, in <see cref="ItemColumns"/>.</summary>
    Deadband = 0x100,

    /// <summary>The item has <see cref="ItemDetails"/>.</summary>
    Details = 0x200,

    /// <summary>Other items are linked to this one by SetTriggering.</summary>
    Triggers = 0x400,

    /// <summary>The item was triggered in this publishing cycle: it reports although its mode is Sampling.</summary>
    Triggered = 0x800,

    /// <summary>The item delivers events.</summary>
    Events = 0x1000,

    /// <summary>There is an item in the slot.</summary>
    Used = 0x2000,

    /// <summary>The queue is longer than 1.</summary>
    Long = 0x4000,

    /// <summary>Values older than the newest are in a ring, whose number is in <see cref="ItemColumns"/>.</summary>
    Older = 0x8000,
}
