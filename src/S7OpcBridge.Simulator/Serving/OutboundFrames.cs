using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// Answers to be sent together. The PDU is written in place after its seven bytes of TPKT and COTP; only an answer longer than the TPDU is fragmented and
/// moved.
/// </summary>
internal sealed class OutboundFrames(int largestPdu)
{
    private const int LeastTpdu = 128;

    /// <summary>Space for one answer, fragmented into the smallest TPDUs.</summary>
    private readonly int _roomPerAnswer = largestPdu + Cotp.FrameOverhead * (1 + largestPdu / (LeastTpdu - Cotp.DataHeaderLength));
    private readonly byte[] _bytes = new byte[Math.Max(16_384, 3 * largestPdu)];
    private byte[] _uncut = [];
    private int _length;

    /// <summary>False: the waiting answers must be sent first.</summary>
    public bool HasRoom => _length + _roomPerAnswer <= _bytes.Length;

    /// <summary>The bytes to be sent.</summary>
    public ReadOnlyMemory<byte> Waiting => _bytes.AsMemory(0, _length);

    /// <summary>Buffer for the PDU of the next answer.</summary>
    public Span<byte> NextPdu => _bytes.AsSpan(_length + Cotp.FrameOverhead, largestPdu);

    /// <summary>Called when everything was sent.</summary>
    public void Sent() => _length = 0;

    /// <summary>Adds headers to the complete PDU in <see cref="NextPdu"/>.</summary>
    public void Commit(int pduLength, int tpduSize)
    {
        if (pduLength + Cotp.DataHeaderLength <= tpduSize)
        {
            Cotp.WriteDataHeader(_bytes.AsSpan(_length), pduLength, last: true);
            _length += Cotp.FrameOverhead + pduLength;
            return;
        }

        if (_uncut.Length == 0)
            _uncut = new byte[largestPdu];
        NextPdu[..pduLength].CopyTo(_uncut);
        _length += Cut(_uncut.AsSpan(0, pduLength), tpduSize - Cotp.DataHeaderLength, _bytes.AsSpan(_length));
    }

    /// <summary>Adds a complete frame.</summary>
    public Span<byte> Add(int frameLength)
    {
        var frame = _bytes.AsSpan(_length, frameLength);
        _length += frameLength;
        return frame;
    }

    /// <summary>Writes a PDU as DT TPDUs with at most this many payload bytes; only the last has its EOT bit set. Returns the number of bytes.</summary>
    public static int Cut(ReadOnlySpan<byte> pdu, int piece, Span<byte> destination)
    {
        var at = 0;
        do
        {
            var length = Math.Min(piece, pdu.Length);
            Cotp.WriteDataHeader(destination[at..], length, last: length == pdu.Length);
            pdu[..length].CopyTo(destination[(at + Cotp.FrameOverhead)..]);
            at += Cotp.FrameOverhead + length;
            pdu = pdu[length..];
        } while (pdu.Length > 0);
        return at;
    }
}
