using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// A read of many items, built once and sent any number of times. It owns its request, answer and awaitable, so that sending allocates nothing. Used by one
/// caller at a time.
/// </summary>
public sealed class S7PlusReadJob : S7PlusJob
{
    private readonly ItemSlots _slots;

    /// <summary>Builds the request.</summary>
    /// <param name="items">At least one; at most the <see cref="S7PlusLimits"/> of the connection.</param>
    /// <exception cref="ArgumentException">No items.</exception>
    public S7PlusReadJob(ReadOnlySpan<S7PlusItem> items)
        : base(GetMultiVariables.Request(AddressesOf(items)))
    {
        if (items.IsEmpty)
            throw new ArgumentException("A read takes at least one item.", nameof(items));
        _slots = new ItemSlots(items);
    }

    /// <summary>Number of items.</summary>
    public int Count => _slots.Count;

    /// <summary>An item.</summary>
    public S7PlusItem ItemOf(int item) => _slots[item];

    /// <summary>Status of an item in the last answer.</summary>
    public S7PlusItemStatus StatusOf(int item) => _slots.StatusOf(item);

    /// <summary>Bytes of an item in the last answer, exactly as long as its shape; empty unless its status is Ok. Valid until the job is sent again.</summary>
    public ReadOnlySpan<byte> DataOf(int item) => _slots.DataOf(item);

    internal static S7PlusAddress[] AddressesOf(ReadOnlySpan<S7PlusItem> items)
    {
        var addresses = new S7PlusAddress[items.Length];
        for (var i = 0; i < items.Length; i++)
            addresses[i] = items[i].Address;
        return addresses;
    }

    private protected override void Forget() => _slots.Forget();

    private protected override void TakeAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (!result.IsError)
        {
            TakeItems(ref from);
        }
        else if (!result.HasErrorObject && TryTakeItems(from))
        {
            // Refused as a whole, with the reasons in the items.
        }
        else
        {
            _slots.Forget();
            Refuse(result);
        }
    }

    /// <returns>Number of items in the answer.</returns>
    private int TakeItems(ref PlusReader from)
    {
        var named = 0;
        for (var number = from.Vlq32(); number != 0; number = from.Vlq32(), named++)
            _slots.TakeValue(number, ref from);
        for (var number = from.Vlq32(); number != 0; number = from.Vlq32(), named++)
            _slots.TakeError(number, ItemSlots.StatusOf(new S7PlusReturnValue(from.Vlq64())));
        return named;
    }

    // CPUs differ in what follows a refusal: empty lists, or nothing.
    private bool TryTakeItems(PlusReader from)
    {
        try
        {
            return TakeItems(ref from) > 0;
        }
        catch (S7PlusProtocolException)
        {
            return false;
        }
    }
}
