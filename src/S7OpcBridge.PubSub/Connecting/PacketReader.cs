namespace S7OpcBridge.PubSub.Connecting;

/// <summary>
/// Packets from a stream, several with one read. A packet above the limit is not taken: of a message the begin is given, with its topic, and the rest is passed
/// over; anything else breaks the rules.
/// </summary>
internal sealed class PacketReader(Stream stream)
{
    /// <summary>Most bytes of a message from the broker; it is told (MQTT 5.0, 3.1.2.11.4), and 3.1.1 has no word for it.</summary>
    public const int MostBytes = 1 << 20;

    private const int MostOther = 64 << 10;
    private const int BeginOfMessage = 2 + ushort.MaxValue + 2;

    private byte[] _buffer = new byte[16 << 10];
    private int _start,
        _end;
    private long _skip;

    /// <summary>The next packet that is already here; its bytes live until the next call.</summary>
    /// <exception cref="InvalidDataException">What came is no packet, or is too large.</exception>
    public bool TryTake(out ReceivedPacket packet)
    {
        packet = default;
        Skip();
        if (!TryReadHead(out var head, out var size) || _skip > 0)
            return false;
        var isMessage = _buffer[_start] >> 4 == 3;
        var most = isMessage ? MostBytes : MostOther;
        if (size > most && !isMessage)
            throw new InvalidDataException($"a packet of {size} bytes");
        var taken = size > most ? BeginOfMessage : size;
        MakeRoom(head + taken);
        if (_end - _start < head + taken)
            return false;
        packet = new(_buffer[_start], new ArraySegment<byte>(_buffer, _start + head, taken), head + size, size > taken);
        _start += head + taken;
        _skip = size - taken;
        return true;
    }

    /// <summary>Waits for more bytes.</summary>
    /// <returns>Whether there are any; else the connection was closed.</returns>
    public async ValueTask<bool> FillAsync(CancellationToken cancellationToken)
    {
        if (_start == _end)
            _start = _end = 0;
        MakeRoom(_end - _start + 1);
        var read = await stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken);
        _end += read;
        return read > 0;
    }

    private void Skip()
    {
        var skipped = (int)Math.Min(_skip, _end - _start);
        _skip -= skipped;
        _start += skipped;
    }

    private bool TryReadHead(out int head, out int size)
    {
        (head, size) = (1, 0);
        for (var shift = 0; shift < 28; shift += 7)
        {
            if (_start + head >= _end)
                return false;
            var part = _buffer[_start + head++];
            size |= (part & 0x7F) << shift;
            if (part < 0x80)
                return true;
        }

        throw new InvalidDataException("a length of more than four bytes");
    }

    // Sees that so many bytes from the start fit.
    private void MakeRoom(int bytes)
    {
        if (_start + bytes <= _buffer.Length)
            return;
        var to = bytes <= _buffer.Length ? _buffer : new byte[Math.Max(bytes, _buffer.Length * 2)];
        _buffer.AsSpan(_start, _end - _start).CopyTo(to);
        (_buffer, _end, _start) = (to, _end - _start, 0);
    }
}
