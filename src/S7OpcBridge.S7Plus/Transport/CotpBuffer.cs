namespace S7OpcBridge.S7Plus.Transport;

/// <summary>Cuts the byte stream of a peer into COTP TPDUs, wherever TCP splits or joins them. Owns one buffer of 16 KB. Knows no socket.</summary>
internal sealed class CotpBuffer
{
    private readonly byte[] _bytes = new byte[2 * Cotp.LongestFrame];
    private int _start;
    private int _end;

    /// <summary>Room for what is received next; never empty. Moves what is left to the front, so memory handed out before is void.</summary>
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

    /// <summary>Tells how many bytes of <see cref="Free"/> were filled.</summary>
    public void Advance(int count) => _end += count;

    /// <summary>Takes the next whole TPDU. False: more bytes are needed.</summary>
    /// <param name="type">Its kind.</param>
    /// <param name="body">The payload of a data TPDU; the whole TPDU of every other kind. Valid until <see cref="Free"/>.</param>
    /// <exception cref="S7PlusProtocolException">The bytes are no frame.</exception>
    public bool TryTake(out CotpType type, out ReadOnlyMemory<byte> body)
    {
        type = default;
        body = default;
        var waiting = _end - _start;
        if (waiting < Cotp.TpktLength)
            return false;
        var length = Cotp.ReadLength(_bytes.AsSpan(_start, waiting));
        if (waiting < length)
            return false;
        var tpdu = _bytes.AsMemory(_start + Cotp.TpktLength, length - Cotp.TpktLength);
        _start += length;
        var header = tpdu.Span[0];
        if (header < 2 || header + 1 > tpdu.Length)
            throw new S7PlusProtocolException($"Broken frame: the COTP length byte says {header} where {tpdu.Length - 1} bytes follow.");
        type = (CotpType)(tpdu.Span[1] & 0xF0);
        body = type == CotpType.Data ? tpdu[(header + 1)..] : tpdu;
        return true;
    }
}
