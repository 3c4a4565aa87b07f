using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Gathers frames and sends them in one call: small ones are copied together, large ones are not copied. Waking the client costs more than
/// copying the bytes.
/// </summary>
internal sealed class SendBuffer(ClientSocket socket) : IDisposable
{
    /// <summary>
    /// Parts of one call, as many as the runtime pins without an allocation: half a megabyte in chunks of 64 KB, which is still in the cache.
    /// </summary>
    private const int MaxParts = 8;

    /// <summary>Bytes from which copying costs more than a part of its own.</summary>
    private const int Large = 32 * 1024;

    private const int Capacity = 64 * 1024;

    private readonly List<ArraySegment<byte>> _parts = new(MaxParts);
    private byte[]? _buffer;
    private int _copied,
        _length;

    /// <summary>Adds a frame, which must stay untouched until <see cref="FlushAsync"/>.</summary>
    public ValueTask AddAsync(ReadOnlyMemory<byte> frame)
    {
        MemoryMarshal.TryGetArray(frame, out var part);
        _length += part.Count;
        if (!TryJoin(part))
            _parts.Add(part);
        return _parts.Count < MaxParts ? default : SendAsync();
    }

    /// <summary>Called at the end of a message: sends if enough was added.</summary>
    public ValueTask EndMessageAsync() => _length < Capacity ? default : SendAsync();

    /// <summary>Sends what was added.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask FlushAsync()
    {
        await SendAsync().ConfigureAwait(false);
        Dispose();
    }

    public void Dispose()
    {
        Clear();
        if (_buffer is { } buffer)
        {
            _buffer = null;
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Appends a small frame to the small ones before it.</summary>
    private bool TryJoin(ArraySegment<byte> frame)
    {
        if (_parts.Count == 0 || frame.Count >= Large)
            return false;
        var last = _parts[^1];
        if (last.Array != _buffer)
        {
            if (last.Count >= Large || _copied + last.Count + frame.Count > Capacity)
                return false;
            last = Copy(last);
        }
        else if (_copied + frame.Count > Capacity)
        {
            return false;
        }

        Copy(frame);
        _parts[^1] = new ArraySegment<byte>(_buffer!, last.Offset, last.Count + frame.Count);
        return true;
    }

    private ArraySegment<byte> Copy(ArraySegment<byte> frame)
    {
        _buffer ??= ArrayPool<byte>.Shared.Rent(Capacity);
        frame.CopyTo(_buffer, _copied);
        var copy = new ArraySegment<byte>(_buffer, _copied, frame.Count);
        _copied += frame.Count;
        return copy;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAsync()
    {
        while (_parts.Count > 1)
        {
            Drop(socket.Send(_parts));
            if (_parts.Count > 1)
                await SendFirstAsync().ConfigureAwait(false); // the system accepts no more: wait with the first
        }

        if (_parts.Count > 0)
            await SendFirstAsync().ConfigureAwait(false);
        Clear();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendFirstAsync()
    {
        await socket.SendAsync(_parts[0]).ConfigureAwait(false);
        _parts.RemoveAt(0);
    }

    private void Drop(int sent)
    {
        while (_parts.Count > 0 && sent >= _parts[0].Count)
        {
            sent -= _parts[0].Count;
            _parts.RemoveAt(0);
        }

        if (sent > 0)
            _parts[0] = _parts[0][sent..];
    }

    private void Clear()
    {
        _parts.Clear();
        (_copied, _length) = (0, 0);
    }
}
