namespace S7OpcBridge.Simulation.Loop;

/// <summary>Bytes that arrived and were not taken yet.</summary>
internal sealed class ByteQueue
{
    private byte[] _bytes = new byte[4096];
    private int _first,
        _end;

    public int Count => _end - _first;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        if (_first > 0)
        {
            _bytes.AsSpan(_first, Count).CopyTo(_bytes);
            (_first, _end) = (0, Count);
        }
        if (_end + bytes.Length > _bytes.Length)
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + bytes.Length));
        bytes.CopyTo(_bytes.AsSpan(_end));
        _end += bytes.Length;
    }

    public int Take(Span<byte> buffer)
    {
        var count = Math.Min(Count, buffer.Length);
        _bytes.AsSpan(_first, count).CopyTo(buffer);
        _first += count;
        return count;
    }
}
