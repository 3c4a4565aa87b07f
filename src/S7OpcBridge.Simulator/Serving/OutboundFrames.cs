using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Answers that wait to leave in one send. The PDU is written in place behind its seven bytes of TPKT and COTP; only an answer longer than the TPDU is cut and moved.</summary>
internal sealed class OutboundFrames(int largestPdu)
{
    private const int LeastTpdu = 128;

    /// <summary>Room that one answer may need, cut into the smallest TPDUs.</summary>
    private readonly int _roomPerAnswer = largestPdu + Cotp.FrameOverhead * (1 + largestPdu / (LeastTpdu - Cotp.DataHeaderLength));
    private readonly byte[] _bytes = new byte[Math.Max(16_384, 3 * largestPdu)];
    private byte[] _uncut = [];
    private int _length;

    /// <summary>False: send first.</summary>
    public bool HasRoom => _length + _roomPerAnswer <= _bytes.Length;

    /// <summary>What is to be sent.</summary>
    public ReadOnlyMemory<byte> Waiting => _bytes.AsMemory(0, _length);

    /// <summary>Where the next answer's PDU is to be written.</summary>
    public Span<byte> NextPdu => _bytes.AsSpan(_length + Cotp.FrameOverhead, largestPdu);

    /// <summary>Everything was sent.</summary>
    public void Sent() => _length = 0;

    /// <summary>The PDU at <see cref="NextPdu"/> is complete: frames it.</summary>
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

    /// <summary>Adds a frame that is whole already.</summary>
    public Span<byte> Add(int frameLength)
    {
        var frame = _bytes.AsSpan(_length, frameLength);
        _length += frameLength;
        return frame;
    }

    /// <summary>Writes a PDU as DT TPDUs of at most so many payload bytes; only the last says that it is the last. Returns the bytes written.</summary>
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
        }
        while (pdu.Length > 0);
        return at;
    }
}
