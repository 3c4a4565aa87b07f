using System.Buffers;
using System.Runtime.CompilerServices;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Splits the byte stream into frames by the sizes in their headers. While nothing is buffered the connection waits without
/// a buffer: 2.6 KB instead of 67 KB for an idle client.
/// </summary>
/// <param name="socket">Where the bytes come from.</param>
/// <param name="held">Counts the buffer while the client leaves a frame in it unfinished.</param>
internal sealed class UaFrameReader(ClientSocket socket, HeldMemory held) : IDisposable
{
    private byte[]? _buffer;
    private int _start,
        _end;
    private bool _isEmptied = true,
        _isCounted;

    /// <summary>Largest frame accepted; small until the client has sent HEL.</summary>
    public int MaxFrame { get; set; } = HelloMessage.MaxFrame;

    /// <summary>Frames taken since the last wait for the client.</summary>
    public int FramesInTurn { get; private set; }

    /// <summary>The next whole frame, valid until <see cref="FillAsync"/>.</summary>
    /// <exception cref="UaException">The bytes are no frame, or the frame is too large; thrown before its body is buffered.</exception>
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
        FramesInTurn++;
        return true;
    }

    /// <summary>Sets <see cref="FramesInTurn"/> to 0, because other clients had their turn.</summary>
    public void BeginTurn() => FramesInTurn = 0;

    /// <summary>Receives more; false when the client has closed its side.</summary>
    /// <param name="onTheSpot">True: the client's requests are usually brief, see <see cref="ClientSocket.WaitAsync"/>.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> FillAsync(bool onTheSpot)
    {
        while (true)
        {
            // A full buffer means that there may be more to receive; otherwise another receive would find nothing.
            if (_isEmptied)
            {
                if (_start == _end)
                    Release();
                var waiting = socket.WaitAsync(onTheSpot);
                if (!waiting.IsCompleted)
                    BeginTurn();
                if (_buffer is not null && !waiting.IsCompleted && !_isCounted)
                    Count(_buffer.Length);
                await waiting.ConfigureAwait(false);
            }

            MakeRoom();
            var room = _buffer!.Length - _end;
            var received = socket.Receive(_buffer.AsSpan(_end));
            _isEmptied = received < room;
            if (received < 0)
                continue;
            _end += received;
            return received > 0;
        }
    }

    public void Dispose() => Release();

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
            if (_isCounted)
                held.Add(larger.Length - _buffer.Length);
            (_buffer, _start, _end) = (larger, 0, _end - _start);
        }
        else if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }
    }

    private void Count(int bytes)
    {
        _isCounted = bytes > 0;
        held.Add(bytes);
    }

    private void Release()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            (_start, _end) = (0, 0);
            if (_isCounted)
                Count(-buffer.Length);
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
