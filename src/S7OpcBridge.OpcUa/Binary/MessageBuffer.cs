using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// A message being written: pooled segments of equal size, one per chunk, each with room for the chunk's headers before and for padding and
/// signature after the body, so that a chunk is secured and sent in the memory in which it was written. Not thread-safe; one owner at a time.
/// </summary>
public sealed class MessageBuffer : IDisposable
{
    private const int MaxPooled = 256;
    private static readonly ConcurrentQueue<MessageBuffer> Pool = new();

    private byte[][] _segments = new byte[1][];
    private int _segmentSize,
        _front,
        _capacity,
        _maxLength;
    private bool _rented;

    private MessageBuffer() { }

    /// <summary>Bytes written; the writer sets it with <see cref="UaWriter.Flush"/>.</summary>
    public int Length { get; private set; }

    /// <summary>Segments in use: one per started <see cref="Capacity"/>, at least one.</summary>
    public int SegmentCount { get; private set; }

    /// <summary>Bytes of memory that its segments take.</summary>
    public int Memory => SegmentCount * _segmentSize;

    /// <summary>Body bytes that one segment holds.</summary>
    internal int Capacity => _capacity;

    /// <summary>Rents an empty buffer.</summary>
    /// <param name="segmentSize">Bytes of one chunk with its headers, padding and signature.</param>
    /// <param name="front">Bytes kept free before the body of each segment.</param>
    /// <param name="back">Bytes kept free after it.</param>
    /// <param name="maxLength">Body bytes of all segments together that the receiver accepts; exceeding them is BadResponseTooLarge.</param>
    public static MessageBuffer Rent(int segmentSize, int front, int back, int maxLength = int.MaxValue)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(segmentSize - front - back, 1);
        if (!Pool.TryDequeue(out var buffer))
            buffer = new MessageBuffer();
        (buffer._segmentSize, buffer._front, buffer._capacity, buffer._maxLength) = (
            segmentSize,
            front,
            segmentSize - front - back,
            maxLength
        );
        buffer._rented = true;
        buffer.AddSegment();
        return buffer;
    }

    /// <summary>A whole segment: front, body, back.</summary>
    public Memory<byte> Segment(int index) => _segments[Checked(index)].AsMemory(0, _segmentSize);

    /// <summary>The written part of a segment's body.</summary>
    public Span<byte> Body(int index) => _segments[Checked(index)].AsSpan(_front, Math.Clamp(Length - index * _capacity, 0, _capacity));

    /// <summary>Copies everything written.</summary>
    internal void CopyTo(Span<byte> destination)
    {
        for (var i = 0; i < SegmentCount; i++)
        {
            var body = Body(i);
            body.CopyTo(destination);
            destination = destination[body.Length..];
        }
    }

    /// <summary>Everything written, as one array.</summary>
    public byte[] ToArray()
    {
        var bytes = new byte[Length];
        CopyTo(bytes);
        return bytes;
    }

    /// <summary>
    /// Drops what was written from a position on, for example a response that turned out too large. A writer on the buffer must not be used after that.
    /// </summary>
    public void Truncate(int length)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)length, (uint)Length);
        Length = length;
        var needed = Math.Max(1, (length + _capacity - 1) / _capacity);
        while (SegmentCount > needed)
            ArrayPool<byte>.Shared.Return(_segments[--SegmentCount]);
    }

    /// <summary>Returns the memory to the pool; the buffer must not be used after that.</summary>
    public void Dispose()
    {
        if (!_rented)
            return;
        _rented = false;
        while (SegmentCount > 0)
            ArrayPool<byte>.Shared.Return(_segments[--SegmentCount]);
        Length = 0;
        if (Pool.Count < MaxPooled)
            Pool.Enqueue(this);
    }

    /// <summary>The last segment's body, for a writer that appends there. Bytes that an earlier writer did not flush are dropped.</summary>
    internal Span<byte> Open(out int used, out int before)
    {
        Truncate(Length);
        var last = SegmentCount - 1;
        before = last * _capacity;
        used = Length - before;
        return _segments[last].AsSpan(_front, Math.Min(_capacity, _maxLength - before));
    }

    internal Span<byte> Next(out int before)
    {
        before = SegmentCount * _capacity;
        if (before >= _maxLength || before < 0)
            EncodingError.TooLarge(_maxLength);
        AddSegment();
        return _segments[SegmentCount - 1].AsSpan(_front, Math.Min(_capacity, _maxLength - before));
    }

    internal void Close(int length) => Length = length;

    /// <summary>Overwrites four bytes that were written before; they may be in two segments.</summary>
    internal void Patch(int position, uint value)
    {
        var (index, offset) = Math.DivRem(position, _capacity);
        if (offset + sizeof(uint) <= _capacity)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(_segments[index].AsSpan(_front + offset), value);
            return;
        }

        for (var i = 0; i < sizeof(uint); i++, value >>= 8)
        {
            (index, offset) = Math.DivRem(position + i, _capacity);
            _segments[index][_front + offset] = (byte)value;
        }
    }

    private void AddSegment()
    {
        if (SegmentCount == _segments.Length)
            Array.Resize(ref _segments, SegmentCount * 2);
        _segments[SegmentCount++] = ArrayPool<byte>.Shared.Rent(_segmentSize);
    }

    private int Checked(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)SegmentCount);
        return index;
    }
}
