using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>Fields that only some items of a block use, a column per field. A field is valid while the item has the flag.</summary>
internal sealed class ItemColumns
{
    private SharedValue?[]? _shared;
    private double[]? _deadbands;
    private int[]? _rings;
    private uint[]? _periods;

    /// <summary>The newest value, if it does not fit into the item (<see cref="ItemFlags.Shared"/>).</summary>
    public ref SharedValue? Shared(int item) => ref (_shared ??= new SharedValue?[MonitoredItemStore.BlockSize])[item];

    /// <summary>The deadband in the value's own unit (<see cref="ItemFlags.Deadband"/>).</summary>
    public ref double Deadband(int item) => ref (_deadbands ??= new double[MonitoredItemStore.BlockSize])[item];

    /// <summary>The ring with the values older than the newest (<see cref="ItemFlags.Older"/>).</summary>
    public ref int Ring(int item) => ref (_rings ??= new int[MonitoredItemStore.BlockSize])[item];

    /// <summary>The sampling period in which the newest value was queued (<see cref="ItemFlags.Gated"/>).</summary>
    public ref uint Period(int item) => ref (_periods ??= new uint[MonitoredItemStore.BlockSize])[item];
}
