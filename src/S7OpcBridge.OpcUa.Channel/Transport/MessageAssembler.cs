using System.Buffers;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Joins the chunks of a request. A request in one chunk is passed through where it lies; only longer ones are copied, and never more of them than the
/// limits allow. The chunks of one message follow each other; another request in between ends the channel (OPC 10000-6, 6.7.3).
/// </summary>
internal sealed class MessageAssembler : IDisposable
{
    private byte[]? _buffer;
    private int _length, _chunks;
    private uint _requestId;

    /// <summary>Adds a chunk; true when <paramref name="message"/> is a whole request, valid until the next call.</summary>
    /// <exception cref="UaException">BadTcpMessageTooLarge, BadDecodingError.</exception>
    public bool Add(uint requestId, byte chunkType, ReadOnlyMemory<byte> body, in TransportLimits limits, out ReadOnlyMemory<byte> message)
    {
        message = default;
        if (_chunks > 0 && requestId != _requestId)
            throw new UaException(StatusCodes.BadDecodingError, $"Request {requestId} begins while chunks of request {_requestId} are missing.");
        if (chunkType == ChunkType.Abort)
        {
            Clear();
            return false;
        }

        if (_length + body.Length > limits.MaxRequestSize || _chunks + 1 > limits.MaxRequestChunks)
        {
            throw new UaException(StatusCodes.BadTcpMessageTooLarge,
                $"A request has more than {limits.MaxRequestSize} bytes or {limits.MaxRequestChunks} chunks.");
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
        message = _buffer.AsMemory(0, _length);
        return true;
    }

    /// <summary>Forgets the message that was returned, or what there is of one.</summary>
    public void Clear()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            ArrayPool<byte>.Shared.Return(buffer);
        }

        (_length, _chunks) = (0, 0);
    }

    public void Dispose() => Clear();

    private void Append(ReadOnlySpan<byte> body)
    {
        if (_buffer is null || _buffer.Length < _length + body.Length)
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(_length * 2, _length + body.Length));
            _buffer.AsSpan(0, _length).CopyTo(larger);
            if (_buffer is not null)
                ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
        }

        body.CopyTo(_buffer.AsSpan(_length));
        _length += body.Length;
    }
}
