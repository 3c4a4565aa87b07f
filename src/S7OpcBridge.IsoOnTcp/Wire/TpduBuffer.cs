namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>Splits the byte stream of a peer into COTP TPDUs, however TCP segments it. Owns one buffer. Independent of sockets.</summary>
/// <param name="size">Bytes of the buffer; longer than any frame that is accepted.</param>
internal sealed class TpduBuffer(int size)
{
    private readonly byte[] _bytes = new byte[size];
    private int _start;
    private int _end;

    /// <summary>True where nothing waits, not even a part of a frame.</summary>
    public bool IsEmpty => _start == _end;

    /// <summary>The buffer for the next received bytes; never empty. Moves remaining bytes to the front, which invalidates memory returned before.</summary>
    public Memory<byte> Free()
    {
        if (_start > 0)
        {
            _bytes.AsSpan(_start, _end - _start).CopyTo(_bytes);
            _end -= _start;
            _start = 0;
        }
        return _bytes.AsMemory(_end);
    }

    /// <summary>Reports how many bytes of <see cref="Free"/> were filled.</summary>
    public void Advance(int count) => _end += count;

    /// <summary>Discards everything.</summary>
    public void Clear() => _start = _end = 0;

    /// <summary>Reads the next complete TPDU. False: more bytes are needed.</summary>
    /// <param name="maxFrame">Longest frame to accept, with TPKT.</param>
    /// <param name="type">Its kind.</param>
    /// <param name="tpdu">The TPDU from its length byte on; its header is complete, and three bytes at least. Valid until <see cref="Free"/>.</param>
    /// <exception cref="IsoProtocolException">The bytes are not a valid frame.</exception>
    public bool TryTake(int maxFrame, out CotpType type, out ReadOnlyMemory<byte> tpdu)
    {
        type = default;
        tpdu = default;
        var waiting = _bytes.AsSpan(_start, _end - _start);
        if (waiting.Length < Tpkt.HeaderLength)
            return false;
        var length = Tpkt.ReadLength(waiting, maxFrame);
        if (waiting.Length < length)
            return false;
        var header = waiting[Tpkt.HeaderLength];
        if (header < 2 || Tpkt.HeaderLength + header + 1 > length)
            throw new IsoProtocolException(
                $"Broken frame: the COTP length byte says {header} where {length - Tpkt.HeaderLength - 1} bytes follow."
            );
        tpdu = _bytes.AsMemory(_start + Tpkt.HeaderLength, length - Tpkt.HeaderLength);
        type = Cotp.TypeOf(tpdu.Span);
        _start += length;
        return true;
    }
}
