namespace S7OpcBridge.Core;

/// <summary>One job on its way.</summary>
internal readonly record struct Flight(ScanClass Scan, int Job, ValueTask Answer);

/// <summary>The jobs in flight, oldest first; as many as were negotiated.</summary>
internal sealed class Flights(int size)
{
    private readonly Flight[] _ring = new Flight[size];
    private int _oldest;

    public int Count { get; private set; }

    public bool IsFull => Count == _ring.Length;

    public bool IsOldestAnswered => Count > 0 && _ring[_oldest].Answer.IsCompleted;

    public void Add(in Flight flight) => _ring[(_oldest + Count++) % _ring.Length] = flight;

    public Flight TakeOldest()
    {
        var flight = _ring[_oldest];
        _ring[_oldest] = default;
        _oldest = (_oldest + 1) % _ring.Length;
        Count--;
        return flight;
    }
}
