using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// An S7 client as one writes it with the runtime's asynchronous sockets: a caller sends, receives one answer itself and hands it to the caller whom it is for.
/// It reads one item of four bytes, checks nothing and has no timeout: the yardstick for what our own loop costs.
/// </summary>
internal sealed class PlainS7Client : IDisposable
{
    private const int ReferenceAt = 11;

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly SemaphoreSlim _sending = new(1),
        _receiving = new(1);
    private readonly byte[][] _requests;
    private readonly TaskCompletionSource[] _answers;
    private readonly byte[] _buffer = new byte[4096];
    private int _start;
    private int _end;

    private PlainS7Client(int lanes)
    {
        _requests = [.. Enumerable.Range(0, lanes).Select(Request)];
        _answers = new TaskCompletionSource[lanes];
    }

    public static async Task<PlainS7Client> ConnectAsync(int port, int lanes)
    {
        var client = new PlainS7Client(lanes);
        await client._socket.ConnectAsync(IPAddress.Loopback, port);
        // COTP connect with both TSAPs, then S7 setup with eight jobs and a PDU of 960 bytes.
        foreach (var hex in new[] { "0300001611E00000000100C0010AC1020100C2020301", "0300001902F08032010000FFFF00080000F0000008000803C0" })
        {
            await client._socket.SendAsync(Convert.FromHexString(hex));
            await client.ReceiveAsync();
        }
        return client;
    }

    public async Task ReadAsync(int lane)
    {
        var mine = _answers[lane] = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await _sending.WaitAsync().ConfigureAwait(false);
        await _socket.SendAsync(_requests[lane]).ConfigureAwait(false);
        _sending.Release();
        await _receiving.WaitAsync().ConfigureAwait(false);
        var answered = await ReceiveAsync().ConfigureAwait(false);
        _receiving.Release();
        _answers[answered].SetResult();
        await mine.Task.ConfigureAwait(false);
    }

    public void Dispose()
    {
        _socket.Dispose();
        _sending.Dispose();
        _receiving.Dispose();
    }

    // Receives one frame and returns its reference.
    private async ValueTask<int> ReceiveAsync()
    {
        int length;
        while (_end - _start < 4 || _end - _start < (length = BinaryPrimitives.ReadUInt16BigEndian(_buffer.AsSpan(_start + 2))))
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
            var count = await _socket.ReceiveAsync(_buffer.AsMemory(_end)).ConfigureAwait(false);
            _end += count > 0 ? count : throw new EndOfStreamException("The soft PLC closed the connection.");
        }
        var reference = BinaryPrimitives.ReadUInt16BigEndian(_buffer.AsSpan(_start + ReferenceAt));
        _start += length;
        return reference;
    }

    private static byte[] Request(int lane)
    {
        var request = Convert.FromHexString("0300001F02F080320100000000000E00000401120A10020004000184000000");
        BinaryPrimitives.WriteUInt16BigEndian(request.AsSpan(ReferenceAt), (ushort)lane);
        BinaryPrimitives.WriteUInt16BigEndian(request.AsSpan(request.Length - 2), (ushort)(lane * 16 * 8));
        return request;
    }
}
