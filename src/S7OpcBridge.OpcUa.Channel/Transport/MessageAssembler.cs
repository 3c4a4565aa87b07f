using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Joins the chunks of a request. A request in one chunk is not copied; only longer ones are, and never more bytes than the
/// limits allow. The chunks of one message follow each other; another request in between ends the channel (OPC 10000-6, 6.7.3).
/// </summary>
/// <param name="held">Counts the memory that is kept; null: it is not counted.</param>
internal sealed class MessageAssembler(HeldMemory? held = null) : IDisposable
{
    private const int PieceSize = 64 * 1024;

    // The chunks so far, in pieces: a growing array would take twice the memory and leave as much garbage.
    private readonly List<byte[]> _pieces = [];
    private byte[]? _whole;
    private int _length,
        _chunks;
    private uint _requestId;

    /// <summary>Adds a chunk; true when <paramref name="message"/> is a whole request, valid until the next call.</summary>
    /// <exception cref="UaException">BadTcpMessageTooLarge, BadDecodingError.</exception>
    public bool Add(uint requestId, byte chunkType, ReadOnlyMemory<byte> body, in TransportLimits limits, out ReadOnlyMemory<byte> message)
    {
        message = default;
        if (_chunks > 0 && requestId != _requestId)
            throw new UaException(
                StatusCodes.BadDecodingError,
                $"Request {requestId} begins while chunks of request {_requestId} are missing."
            );
        if (chunkType == ChunkType.Abort)
        {
            Clear();
            return false;
        }

        if (_length + body.Length > limits.MaxRequestSize || _chunks + 1 > limits.MaxRequestChunks)
        {
            throw new UaException(
                StatusCodes.BadTcpMessageTooLarge,
                $"A request has more than {limits.MaxRequestSize} bytes or {limits.MaxRequestChunks} chunks."
            );
        }

        if (_chunks == 0 && chunkType == ChunkType.Final)
        {
            message = body;
            return true;
        }

        Append(body.Span);
        _requestId = requestId;
        _chunks++;
        if (chunkType != ChunkType.Final)
            return false;
        message = Join();
        return true;
    }

    /// <summary>Releases the message that was returned, or the chunks of an incomplete one.</summary>
    public void Clear()
    {
        if (_whole is { } whole)
        {
            _whole = null;
            Return(whole);
        }

        ClearPieces();
        (_length, _chunks) = (0, 0);
    }

    public void Dispose() => Clear();

    private void Append(ReadOnlySpan<byte> body)
    {
        while (!body.IsEmpty)
        {
            var used = _length % PieceSize;
            if (used == 0)
                _pieces.Add(Rent(PieceSize));
            var fits = body[..Math.Min(body.Length, PieceSize - used)];
            fits.CopyTo(_pieces[^1].AsSpan(used));
            _length += fits.Length;
            body = body[fits.Length..];
        }
    }

    private ReadOnlyMemory<byte> Join()
    {
        if (_pieces.Count <= 1)
            return _pieces.Count == 0 ? default : _pieces[0].AsMemory(0, _length);
        _whole = Rent(_length);
        for (var at = 0; at < _length; at += PieceSize)
            _pieces[at / PieceSize].AsSpan(0, Math.Min(PieceSize, _length - at)).CopyTo(_whole.AsSpan(at));
        ClearPieces();
        return _whole.AsMemory(0, _length);
    }

    private void ClearPieces()
    {
        foreach (var piece in _pieces)
            Return(piece);
        _pieces.Clear();
    }

    private byte[] Rent(int bytes)
    {
        if (held is { IsReleasing: true })
            throw new UaException(
                StatusCodes.BadTcpNotEnoughResources,
                "The memory for clients is short, and this client holds the most of it."
            );
        var array = LargeArrays.Rent(bytes);
        held?.Add(array.Length);
        return array;
    }

    private void Return(byte[] array)
    {
        held?.Add(-array.Length);
        LargeArrays.Return(array);
    }
}
