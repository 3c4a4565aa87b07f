using S7OpcBridge.S7.Jobs;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>A WriteVar job that is filled, sent and cleared repeatedly without allocating. Used by one caller at a time.</summary>
public sealed class S7WriteJob : S7Job
{
    private readonly byte[] _request;
    private readonly S7ItemStatus[] _statuses;
    private int _length;
    private bool _lastIsOdd;

    /// <summary>Makes a job for a PDU size.</summary>
    /// <param name="pduSize">Negotiated PDU size in bytes.</param>
    /// <param name="maxItems">Most items, 1–255.</param>
    public S7WriteJob(int pduSize, int maxItems)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(pduSize, WriteVar.RequestLength(1));
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxItems);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(maxItems, ReadVar.MaxItems);
        _request = new byte[pduSize];
        _statuses = new S7ItemStatus[maxItems];
        Clear();
    }

    /// <summary>Most data bytes of a job with a single item.</summary>
    public static int LargestData(int pduSize) => pduSize - WriteVar.RequestLength(0);

    /// <summary>Number of items.</summary>
    public int Count { get; private set; }

    /// <summary>Number of items in the last answer; less than <see cref="Count"/> where the peer cuts long lists.</summary>
    public int AnsweredItems { get; private set; }

    internal override ReadOnlySpan<byte> Request => _request.AsSpan(0, _length);

    internal override int LongestAnswer => WriteVar.AnswerLength(Count);

    internal override bool IsWrite => true;

    /// <summary>Removes all items.</summary>
    public void Clear()
    {
        Count = 0;
        _length = WriteVar.RequestHead;
        _lastIsOdd = false;
        Seal(0);
        Forget();
    }

    /// <summary>Adds bytes (or timer and counter words), which are copied. False: they do not fit any more.</summary>
    /// <exception cref="ArgumentException">The range cannot be addressed, or the data have another length.</exception>
    public bool TryAdd(S7Range range, ReadOnlySpan<byte> data)
    {
        ItemRules.Check(range, nameof(range));
        if (data.Length != range.ByteLength)
            throw new ArgumentException($"The range takes {range.ByteLength} bytes, the data have {data.Length}.", nameof(data));
        return TryAdd(ItemSpec.From(range), data);
    }

    /// <summary>Adds one bit, which is written as a bit, so that neighbouring bits are not changed. False: it does not fit any more.</summary>
    /// <exception cref="ArgumentException">The bit does not exist.</exception>
    public bool TryAddBit(S7Area area, ushort db, int offset, int bit, bool value)
    {
        ItemRules.Check(new S7Range(area, db, offset, 1), nameof(offset));
        if (bit is < 0 or > 7 || area is S7Area.Timers or S7Area.Counters)
            throw new ArgumentException($"{area} has no bit {bit}; bits 0 to 7 of bytes can be written.", nameof(bit));
        return TryAdd(ItemSpec.ForBit(area, db, offset, bit), [value ? (byte)1 : (byte)0]);
    }

    /// <summary>Status of an item in the last answer.</summary>
    public S7ItemStatus StatusOf(int item)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(item, Count);
        return _statuses[item];
    }

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override void Forget()
    {
        AnsweredItems = 0;
        Array.Clear(_statuses);
    }

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        var answered = ItemsAnswered(header, pdu, S7Function.WriteVar, Count);
        var data = header.DataOf(pdu);
        if (data.Length < answered || data.Length > answered + 1)
            throw new S7ProtocolException(
                $"Broken answer: {data.Length} return codes answer a write of {Count} items, {answered} by its own count."
            );
        for (var i = 0; i < answered; i++)
            _statuses[i] = (S7ItemStatus)data[i];
        AnsweredItems = answered;
    }

    private bool TryAdd(in ItemSpec spec, ReadOnlySpan<byte> data)
    {
        var pad = _lastIsOdd ? 1 : 0;
        var length = _length + pad + ItemSpec.Length + DataItem.HeaderLength + data.Length;
        if (Count == _statuses.Length || length > _request.Length)
            return false;

        // Specifications precede all data, so the data are moved to make room for another one.
        var specsEnd = ReadVar.RequestLength(Count);
        _request.AsSpan(specsEnd, _length - specsEnd).CopyTo(_request.AsSpan(specsEnd + ItemSpec.Length));
        spec.Write(_request.AsSpan(specsEnd));
        var at = _length + ItemSpec.Length;
        if (pad != 0)
            _request[at++] = 0;
        new DataItem(S7ItemStatus.None, WriteVar.DataTransportOf(spec.Transport), data.Length).Write(_request.AsSpan(at));
        data.CopyTo(_request.AsSpan(at + DataItem.HeaderLength));

        _length = length;
        _lastIsOdd = (data.Length & 1) != 0;
        Seal(++Count);
        return true;
    }

    private void Seal(int items)
    {
        var specsEnd = ReadVar.RequestLength(items);
        new S7Header(Rosctr.Job, 0, specsEnd - S7Header.JobLength, _length - specsEnd).Write(_request);
        _request[S7Header.JobLength] = (byte)S7Function.WriteVar;
        _request[S7Header.JobLength + 1] = (byte)items;
    }
}
