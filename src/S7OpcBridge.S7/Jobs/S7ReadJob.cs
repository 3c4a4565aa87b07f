using S7OpcBridge.S7.Jobs;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>
/// A ReadVar job, built once and sent any number of times: only its PDU reference changes. It owns its request frame, answer and awaitable, so that sending
/// allocates nothing. Used by one caller at a time.
/// </summary>
public sealed class S7ReadJob : S7Job
{
    private readonly S7Range[] _ranges;
    private readonly byte[] _request;
    private readonly byte[] _answer;
    private readonly S7ItemStatus[] _statuses;
    private readonly int[] _offsets;

    /// <summary>Builds the request frame.</summary>
    /// <param name="items">1–255 ranges; the caller has checked that request and answer fit the PDU.</param>
    /// <exception cref="ArgumentException">No items, more than 255, or a range that cannot be addressed.</exception>
    public S7ReadJob(ReadOnlySpan<S7Range> items)
    {
        if (items.Length is 0 or > ReadVar.MaxItems)
            throw new ArgumentException($"A read takes 1 to {ReadVar.MaxItems} items, not {items.Length}.", nameof(items));
        foreach (var item in items)
            ItemRules.Check(item, nameof(items));

        _ranges = items.ToArray();
        _request = new byte[ReadVar.RequestLength(items.Length)];
        ReadVar.WriteRequest(_request, 0, items);
        LongestAnswer = ReadVar.AnswerLength(items);
        // The last item may be padded.
        _answer = new byte[LongestAnswer - ReadVar.AnswerHead + 1];
        _statuses = new S7ItemStatus[items.Length];
        _offsets = new int[items.Length];
    }

    /// <summary>Number of items.</summary>
    public int Count => _ranges.Length;

    /// <summary>
    /// Number of items in the last answer. It is less than <see cref="Count"/> where the peer cuts long lists (the Snap7 server at 20); the other items then
    /// have <see cref="S7ItemStatus.None"/>, and this peer should get shorter jobs.
    /// </summary>
    public int AnsweredItems { get; private set; }

    internal override ReadOnlySpan<byte> Request => _request;

    internal override int LongestAnswer { get; }

    /// <summary>The range of an item.</summary>
    public S7Range RangeOf(int item) => _ranges[item];

    /// <summary>Status of an item in the last answer.</summary>
    public S7ItemStatus StatusOf(int item) => _statuses[item];

    /// <summary>Data of an item in the last answer, exactly as long as its range; empty unless its status is Ok. Valid until the job is sent again.</summary>
    public ReadOnlySpan<byte> DataOf(int item) =>
        _statuses[item] == S7ItemStatus.Ok ? _answer.AsSpan(_offsets[item], _ranges[item].ByteLength) : default;

    private protected override void WriteReference(ushort reference) => WriteReference(_request, reference);

    private protected override void Forget()
    {
        AnsweredItems = 0;
        _statuses.AsSpan().Clear();
    }

    private protected override void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        var answered = ItemsAnswered(header, pdu, S7Function.ReadVar, Count);
        var data = header.DataOf(pdu);
        if (data.Length > _answer.Length)
            throw new S7ProtocolException(
                $"Broken answer: {data.Length} bytes of data where the {Count} items asked for take {_answer.Length} at most."
            );

        var at = 0;
        for (var i = 0; i < answered; i++)
        {
            if (at > data.Length)
                throw Short(i, 0);
            var item = DataItem.ReadAnswer(data[at..]);
            at += DataItem.HeaderLength;
            _offsets[i] = at;
            if (item.Status == S7ItemStatus.Ok)
            {
                if (item.ByteLength != _ranges[i].ByteLength)
                    throw new S7ProtocolException(
                        $"Broken answer: item {i + 1} of {Count} ({Describe(i)}) is said to be {item.ByteLength} bytes long."
                    );
                if (at + item.ByteLength > data.Length)
                    throw Short(i, data.Length - at);
                at += item.ByteLength + (item.ByteLength & 1);
            }
            _statuses[i] = item.Status;
        }
        if (data.Length > at)
            throw new S7ProtocolException($"Broken answer: {data.Length - at} bytes follow the last of its {answered} items.");
        data.CopyTo(_answer);
        AnsweredItems = answered;
    }

    private S7ProtocolException Short(int item, int left) =>
        new($"Broken answer: it ends in item {item + 1} of {Count} ({Describe(item)}); {left} bytes of its data came.");

    private string Describe(int item)
    {
        var range = _ranges[item];
        return range.Area == S7Area.DataBlock
            ? $"DB{range.Db}, {range.ByteLength} bytes from byte {range.Start}"
            : $"{range.Area}, {range.ByteLength} bytes from {range.Start}";
    }
}
