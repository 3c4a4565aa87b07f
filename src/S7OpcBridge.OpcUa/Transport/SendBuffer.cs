using System.Buffers;
using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa;

/// <summary>Puts small frames side by side and sends them in one go; a large frame, or a frame alone, is sent from where it lies.</summary>
internal sealed class SendBuffer(ClientSocket socket) : IDisposable
{
    private const int Capacity = 64 * 1024;

    /// <summary>From this size on copying costs more than a send of its own.</summary>
    private const int Large = 32 * 1024;

    private byte[]? _buffer;
    private int _length;
    private ReadOnlyMemory<byte> _alone;

    public ValueTask AddAsync(ReadOnlyMemory<byte> frame)
    {
        if (_length == 0 && _alone.IsEmpty)
        {
            _alone = frame;
            return default;
        }

        if (_length + _alone.Length + frame.Length <= Capacity && frame.Length < Large)
        {
            Copy(_alone);
            _alone = default;
            Copy(frame);
            return default;
        }

        return FlushThenKeepAsync(frame);
    }

    /// <summary>Sends what was added; frames must stay untouched until then.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask FlushAsync()
    {
        if (_length > 0)
            await socket.SendAsync(_buffer.AsMemory(0, _length)).ConfigureAwait(false);
        _length = 0;
        if (!_alone.IsEmpty)
            await socket.SendAsync(_alone).ConfigureAwait(false);
        _alone = default;
        Dispose();
    }

    public void Dispose()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            _length = 0;
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask FlushThenKeepAsync(ReadOnlyMemory<byte> frame)
    {
        await FlushAsync().ConfigureAwait(false);
        _alone = frame;
    }

    private void Copy(ReadOnlyMemory<byte> frame)
    {
        if (frame.IsEmpty)
            return;
        _buffer ??= ArrayPool<byte>.Shared.Rent(Capacity);
        frame.Span.CopyTo(_buffer.AsSpan(_length));
        _length += frame.Length;
    }
}
