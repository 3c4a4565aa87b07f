using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Lanes;

/// <summary>A read job that was sent and not yet answered.</summary>
internal readonly record struct InFlightRead(ScanClass Scan, int Job, ValueTask Answer);

/// <summary>The jobs in flight, oldest first; at most the negotiated number.</summary>
internal sealed class InFlightReads(int size)
{
    private readonly InFlightRead[] _ring = new InFlightRead[size];
    private int _oldest;

    public int Count { get; private set; }

    public bool IsFull => Count == _ring.Length;

    public bool IsOldestAnswered => Count > 0 && _ring[_oldest].Answer.IsCompleted;

    public void Add(in InFlightRead read) => _ring[(_oldest + Count++) % _ring.Length] = read;

    public InFlightRead TakeOldest()
    {
        var read = _ring[_oldest];
        _ring[_oldest] = default;
        _oldest = (_oldest + 1) % _ring.Length;
        Count--;
        return read;
    }
}
