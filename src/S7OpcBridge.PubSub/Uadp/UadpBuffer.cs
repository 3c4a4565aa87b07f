using System.Buffers;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Uadp;

/// <summary>Pooled memory in which one message after the other is encoded. For one thread.</summary>
internal sealed class UadpBuffer : IDisposable
{
    private const int SegmentSize = 16384;
    private readonly MessageBuffer _buffer = MessageBuffer.Rent(SegmentSize, 0, 0);

    /// <summary>A writer of the next message. What an earlier one that failed has left is dropped.</summary>
    public UaWriter Begin()
    {
        _buffer.Truncate(0);
        return new UaWriter(_buffer);
    }

    /// <summary>Appends what was flushed to the output.</summary>
    public void MoveTo(IBufferWriter<byte> output)
    {
        for (var i = 0; i < _buffer.SegmentCount; i++)
            output.Write(_buffer.Body(i));
        _buffer.Truncate(0);
    }

    /// <inheritdoc/>
    public void Dispose() => _buffer.Dispose();
}
