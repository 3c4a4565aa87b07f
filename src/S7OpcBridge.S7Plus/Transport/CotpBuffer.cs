namespace S7OpcBridge.S7Plus.Transport;

/// <summary>Splits the byte stream of a peer into COTP TPDUs, however TCP segments it. Owns one buffer of 16 KB. Independent of sockets.</summary>
internal sealed class CotpBuffer
{
    private readonly byte[] _bytes = new byte[2 * Cotp.LongestFrame];
    private int _start;
    private int _end;

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

    /// <summary>Takes the next complete TPDU. False: more bytes are needed.</summary>
    /// <param name="type">Its kind.</param>
    /// <param name="body">The payload of a data TPDU; the whole TPDU of other kinds. Valid until <see cref="Free"/>.</param>
    /// <exception cref="S7PlusProtocolException">The bytes are not a valid frame.</exception>
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
