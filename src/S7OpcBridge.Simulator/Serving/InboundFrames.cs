using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// Splits the TCP stream of one client into frames, however TCP segments it, and reassembles fragmented PDUs (COTP, EOT bit clear). Limited to twice <see
/// cref="Capacity"/>.
/// </summary>
internal sealed class InboundFrames
{
    private const int Capacity = 16_384;

    private readonly TpduBuffer _received = new(Capacity);
    private byte[] _joined = [];
    private int _joinedLength;

    /// <summary>Free space for received bytes; never empty, because a frame that would fill it was refused before.</summary>
    public Memory<byte> Room => _received.Free();

    /// <summary>Reports how many bytes were received into <see cref="Room"/>.</summary>
    public void Received(int bytes) => _received.Advance(bytes);

    /// <summary>Discards everything.</summary>
    public void Clear()
    {
        _received.Clear();
        _joinedLength = 0;
    }

    /// <summary>Reads the next complete S7 PDU, or a TPDU other than data. Valid until more is received or read.</summary>
    /// <exception cref="IsoProtocolException">Another protocol, or the frame is too long.</exception>
    public bool TryTake(out CotpType type, out ReadOnlySpan<byte> content)
    {
        while (_received.TryTake(Capacity - 1, out type, out var tpdu))
        {
            content = tpdu.Span;
            if (type != CotpType.Data)
                return true;
            if (content[0] != Cotp.DataHeaderLength - 1)
                throw new IsoProtocolException("Broken data TPDU: its header is not 02 F0.");
            var isLast = (content[2] & Cotp.EndOfUnit) != 0;
            content = content[Cotp.DataHeaderLength..];
            if (isLast && _joinedLength == 0)
            {
                if (content.IsEmpty)
                    continue;
                return true;
            }

            Join(content);
            if (!isLast)
                continue;
            content = _joined.AsSpan(0, _joinedLength);
            _joinedLength = 0;
            return true;
        }

        content = default;
        return false;
    }

    private void Join(ReadOnlySpan<byte> fragment)
    {
        if (_joinedLength + fragment.Length > Capacity)
            throw new IsoProtocolException("The fragments of a PDU add up to more than any PDU may have.");
        if (_joined.Length == 0)
            _joined = new byte[Capacity];
        fragment.CopyTo(_joined.AsSpan(_joinedLength));
        _joinedLength += fragment.Length;
    }
}
