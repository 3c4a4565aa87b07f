using System.Buffers;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// Cuts the byte stream into frames. TCP may cut anywhere, so only the sizes in the headers count. While nothing is buffered the connection waits with an
/// empty receive and holds no memory: 2.6 KB instead of 67 KB for an idle client.
/// </summary>
/// <param name="socket">Not blocking.</param>
internal sealed class FrameReader(Socket socket) : IDisposable
{
    private byte[]? _buffer;
    private int _start, _end;

    /// <summary>Largest frame taken; small until the client has said HEL.</summary>
    public int MaxFrame { get; set; } = HelloMessage.MaxFrame;

    /// <summary>The next whole frame, valid until <see cref="FillAsync"/>.</summary>
    /// <exception cref="UaException">The bytes are no frame, or one that is too large; before its body is buffered.</exception>
    public bool TryTake(out Memory<byte> frame)
    {
        frame = default;
        if (_end - _start < FrameHeader.Length)
            return false;
        var header = FrameHeader.Read(_buffer.AsSpan(_start));
        header.Check(MaxFrame);
        if (_end - _start < (int)header.Size)
            return false;
        frame = _buffer.AsMemory(_start, (int)header.Size);
        _start += (int)header.Size;
        return true;
    }

    /// <summary>Receives more; false when the client has closed its side.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> FillAsync()
    {
        while (_start == _end)
        {
            Release();
            await socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None).ConfigureAwait(false);
            MakeRoom();

            // On Linux an empty receive may end without data, on an event from before: then go back and wait without the buffer.
            var available = socket.Receive(_buffer.AsSpan(_end), SocketFlags.None, out var error);
            if (error == SocketError.Success)
                return Filled(available);
            if (error != SocketError.WouldBlock)
                throw new SocketException((int)error);
        }

        MakeRoom();
        return Filled(await socket.ReceiveAsync(_buffer.AsMemory(_end), SocketFlags.None).ConfigureAwait(false));
    }

    public void Dispose() => Release();

    private bool Filled(int received)
    {
        _end += received;
        return received > 0;
    }

    private void MakeRoom()
    {
        if (_buffer is null)
        {
            _buffer = ArrayPool<byte>.Shared.Rent(MaxFrame);
        }
        else if (_buffer.Length < MaxFrame)
        {
            var larger = ArrayPool<byte>.Shared.Rent(MaxFrame);
            _buffer.AsSpan(_start, _end - _start).CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_buffer);
            (_buffer, _start, _end) = (larger, 0, _end - _start);
        }
        else if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }
    }

    private void Release()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            (_start, _end) = (0, 0);
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
