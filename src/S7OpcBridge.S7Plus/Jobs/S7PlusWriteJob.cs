using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>A write of many items with their values. Used by one caller at a time.</summary>
public sealed class S7PlusWriteJob : S7PlusJob
{
    private readonly S7PlusItem[] _items;
    private readonly byte[][] _values;
    private readonly S7PlusItemStatus[] _statuses;

    /// <param name="items">At least one; at most the <see cref="S7PlusLimits"/> of the connection.</param>
    /// <exception cref="ArgumentException">No items.</exception>
    public S7PlusWriteJob(ReadOnlySpan<S7PlusItem> items)
        : base(null)
    {
        if (items.IsEmpty)
            throw new ArgumentException("A write takes at least one item.", nameof(items));
        _items = items.ToArray();
        _values = new byte[items.Length][];
        _statuses = new S7PlusItemStatus[items.Length];
        Forget();
    }

    /// <summary>Number of items.</summary>
    public int Count => _items.Length;

    /// <summary>Status of an item in the last answer.</summary>
    public S7PlusItemStatus StatusOf(int item) => _statuses[item];

    /// <summary>An item.</summary>
    public S7PlusItem ItemOf(int item) => _items[item];

    /// <summary>Sets the bytes of an item, exactly as long as its shape; they are copied.</summary>
    /// <exception cref="ArgumentException">The number of bytes is wrong.</exception>
    public void SetData(int item, ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != _items[item].Shape.ByteLength)
            throw new ArgumentException($"Item {item} takes {_items[item].Shape.ByteLength} bytes, not {bytes.Length}.", nameof(bytes));
        _values[item] = bytes.ToArray();
    }

    /// <summary>True for a structure: the CPU requires the time stamp that a read returns.</summary>
    internal bool NeedsTimeStamp(int item) => _items[item].Shape.Wire == WireType.Struct;

    /// <summary>Builds the request.</summary>
    /// <param name="read">The present values in the CPU of items that need a time stamp; null for others.</param>
    /// <exception cref="InvalidOperationException">An item has no data.</exception>
    internal void Build(ReadOnlySpan<PlusValue?> read)
    {
        var values = new byte[_items.Length][];
        for (var i = 0; i < values.Length; i++)
        {
            var to = new PlusWriter();
            if (_values[i] is not { } bytes)
                throw new InvalidOperationException($"Item {i} of the write has no data.");
            if (!NeedsTimeStamp(i))
                ValueImage.Write(to, _items[i].Shape, bytes);
            else if (read[i]?.Structure is { Packed: { } packed } structure)
                ValueImage.WritePacked(to, structure.Id, packed.TimeStamp, packed.Flags, bytes);
            else
                throw new S7PlusRefusedException(
                    "The CPU does not show the structure that is to be written, so its time stamp is unknown.",
                    default
                );
            values[i] = to.ToArray();
        }
        Body = SetMultiVariables.Request(S7PlusReadJob.AddressesOf(_items), values);
    }

    private protected override void Forget() => Array.Fill(_statuses, S7PlusItemStatus.None);

    private protected override void TakeAnswer(ref PlusReader from)
    {
        var answers = SetMultiVariables.ReadAnswer(ref from, _items.Length);
        if (answers.Result.IsError)
        {
            Refuse(answers.Result);
            return;
        }
        for (var i = 0; i < _items.Length; i++)
            _statuses[i] = answers.Errors[i].Raw == 0 ? S7PlusItemStatus.Ok : ItemSlots.StatusOf(answers.Errors[i]);
    }
}
