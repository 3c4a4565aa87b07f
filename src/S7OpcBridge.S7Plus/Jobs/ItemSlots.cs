using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>The bytes and status of a fixed list of items, stored in one array.</summary>
internal sealed class ItemSlots
{
    private readonly S7PlusItem[] _items;
    private readonly int[] _offsets;
    private readonly byte[] _bytes;
    private readonly S7PlusItemStatus[] _statuses;

    public ItemSlots(ReadOnlySpan<S7PlusItem> items)
    {
        _items = items.ToArray();
        _offsets = new int[items.Length];
        _statuses = new S7PlusItemStatus[items.Length];
        var length = 0;
        for (var i = 0; i < items.Length; i++)
        {
            _offsets[i] = length;
            length += items[i].Shape.ByteLength;
        }
        _bytes = new byte[length];
        Forget();
    }

    public int Count => _items.Length;

    public S7PlusItem this[int item] => _items[item];

    public S7PlusItemStatus StatusOf(int item) => _statuses[item];

    /// <summary>The bytes of an item; empty unless its status is Ok.</summary>
    public ReadOnlySpan<byte> DataOf(int item) => _statuses[item] == S7PlusItemStatus.Ok ? Room(item) : default;

    /// <summary>Reads a value into the item with this number, counted from 1.</summary>
    public void TakeValue(uint number, ref PlusReader from)
    {
        var item = Index(number);
        var shape = _items[item].Shape;
        _statuses[item] = ValueImage.TryRead(ref from, shape, Room(item)) ? S7PlusItemStatus.Ok : S7PlusItemStatus.OtherType;
    }

    public void TakeError(uint number, S7PlusItemStatus status) => _statuses[Index(number)] = status;

    public void SetAll(S7PlusItemStatus status) => Array.Fill(_statuses, status);

    public void Forget() => SetAll(S7PlusItemStatus.None);

    public static S7PlusItemStatus StatusOf(S7PlusReturnValue error) =>
        error.Code >= 0 ? S7PlusItemStatus.None : (S7PlusItemStatus)error.Code;

    private Span<byte> Room(int item) => _bytes.AsSpan(_offsets[item], _items[item].Shape.ByteLength);

    private int Index(uint number) =>
        number - 1 < (uint)_items.Length
            ? (int)number - 1
            : throw new S7PlusProtocolException($"Broken answer: item {number}, where {_items.Length} were asked for.");
}
