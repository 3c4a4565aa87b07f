using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.S7.Transport;

/// <summary>The result of <see cref="FrameReader.Next"/>.</summary>
internal enum FrameKind
{
    /// <summary>No complete frame: more bytes are needed.</summary>
    Incomplete,

    /// <summary>A complete S7 PDU, reassembled where it was fragmented.</summary>
    Pdu,

    /// <summary>A data frame without data; some PLCs and gateways send them before an answer.</summary>
    Empty,

    /// <summary>COTP connect confirm.</summary>
    ConnectConfirm,

    /// <summary>COTP disconnect request or confirm.</summary>
    Disconnect,

    /// <summary>COTP error.</summary>
    Error,
}

/// <summary>
/// Splits the byte stream of a PLC into S7 PDUs and COTP TPDUs, during and after the handshake, however TCP segments it. Owns one buffer, and a second one from
/// the first fragmented PDU on; both are limited by the PDU size. Independent of sockets.
/// </summary>
internal sealed class FrameReader
{
    // Room for the answers of a full window in one receive: eight of 960 bytes.
    private const int MinBuffer = 8192;

    // The length byte of a COTP TPDU is at most 254.
    private const int LongestConnect = Tpkt.HeaderLength + 255;

    private readonly TpduBuffer _received;
    private byte[] _unit = [];
    private int _unitLength;
    private bool _inUnit;
    private int _maxPdu;

    /// <param name="maxPdu">Longest PDU to accept.</param>
    /// <param name="tap">Is told of each complete frame; null: nobody is.</param>
    public FrameReader(int maxPdu, WireTap? tap = null)
    {
        Tap = tap;
        _maxPdu = maxPdu;
        _received = new TpduBuffer(Math.Max(MinBuffer, 2 * MaxFrame));
    }

    /// <summary>The tap of the connection; null: none.</summary>
    public WireTap? Tap { get; }

    /// <summary>Longest PDU to accept, in bytes; may be reduced after the negotiation.</summary>
    public int MaxPdu
    {
        get => _maxPdu;
        set => _maxPdu = Math.Min(value, _maxPdu);
    }

    /// <summary>True while a frame or PDU is incomplete.</summary>
    public bool IsMidFrame => !_received.IsEmpty || _inUnit;

    // One byte longer than the PDU: some servers pad the last item without counting it.
    private int MaxFrame => Math.Max(LongestConnect, Cotp.FrameOverhead + _maxPdu + 1);

    /// <inheritdoc cref="TpduBuffer.Free"/>
    public Memory<byte> Free() => _received.Free();

    /// <inheritdoc cref="TpduBuffer.Advance"/>
    public void Advance(int count) => _received.Advance(count);

    /// <summary>Reads the next frame. Fragments are collected internally.</summary>
    /// <param name="body">The PDU, or the TPDU of a COTP frame from its length byte on. Valid until the next call of any member.</param>
    /// <exception cref="S7ProtocolException">The bytes are not a valid frame, or exceed the negotiated size.</exception>
    public FrameKind Next(out ReadOnlySpan<byte> body)
    {
        try
        {
            var kind = TakeNext(out body);
            if (Tap is not null && kind is not (FrameKind.Incomplete or FrameKind.Empty))
                Tap.Received(body);
            return kind;
        }
        catch (IsoProtocolException e)
        {
            throw new S7ProtocolException(e.Message);
        }
    }

    private FrameKind TakeNext(out ReadOnlySpan<byte> body)
    {
        while (_received.TryTake(MaxFrame, out var type, out var memory))
        {
            var tpdu = memory.Span;
            if (type != CotpType.Data)
            {
                body = tpdu;
                return KindOf(type);
            }

            if (tpdu[0] != Cotp.DataHeaderLength - 1)
                throw new S7ProtocolException($"Broken frame: a COTP data header is 2 bytes long behind its length byte, not {tpdu[0]}.");
            if (TakeData(tpdu[Cotp.DataHeaderLength..], (tpdu[2] & Cotp.EndOfUnit) != 0, out body))
                return body.IsEmpty ? FrameKind.Empty : FrameKind.Pdu;
        }
        body = default;
        return FrameKind.Incomplete;
    }

    private static FrameKind KindOf(CotpType type) =>
        type switch
        {
            CotpType.ConnectConfirm => FrameKind.ConnectConfirm,
            CotpType.Disconnect or CotpType.DisconnectConfirm => FrameKind.Disconnect,
            CotpType.Error => FrameKind.Error,
            _ => throw new S7ProtocolException($"Unexpected COTP frame of type {(byte)type:X2}; a PLC answers with D0, F0, 80 or 70."),
        };

    // Returns true when a PDU is complete or the frame was empty.
    private bool TakeData(ReadOnlySpan<byte> data, bool last, out ReadOnlySpan<byte> pdu)
    {
        pdu = data;
        if (!_inUnit && (last || data.IsEmpty))
            return data.Length <= _maxPdu + 1 ? true : throw TooLong(data.Length);

        if (_unitLength + data.Length > _maxPdu + 1)
            throw TooLong(_unitLength + data.Length);
        if (_unit.Length == 0)
            _unit = new byte[_maxPdu + 1];
        data.CopyTo(_unit.AsSpan(_unitLength));
        _unitLength += data.Length;
        _inUnit = !last;
        if (!last)
            return false;
        pdu = _unit.AsSpan(0, _unitLength);
        _unitLength = 0;
        return true;
    }

    private S7ProtocolException TooLong(int length) =>
        new($"Broken frame: an S7 PDU of {length} bytes or more arrives where {_maxPdu} are negotiated.");
}
