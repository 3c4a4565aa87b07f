using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.S7.Tests.Messages;

/// <summary>A CPU that answers every question for pending alarms with a part of a list and says that there is more.</summary>
internal sealed class EndlessList : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Task _serving;
    private int _parts;

    public EndlessList()
    {
        _listener.Start();
        _serving = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public int Parts => Volatile.Read(ref _parts);

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _serving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _listener.Dispose();
    }

    private async Task ServeAsync()
    {
        using var socket = await _listener.AcceptSocketAsync();
        var frame = new byte[1024];
        while (await ReceiveAsync(socket, frame.AsMemory(0, 4)))
        {
            var length = BinaryPrimitives.ReadUInt16BigEndian(frame.AsSpan(2));
            if (!await ReceiveAsync(socket, frame.AsMemory(4, length - 4)))
                return;
            await socket.SendAsync(AnswerTo(frame));
        }
    }

    private byte[] AnswerTo(byte[] frame)
    {
        if (frame[5] == 0xE0)
            return Bytes.Of("03 00 00 16 11 D0 00 01 00 05 00 C0 01 0A C1 02 01 00 C2 02 03 01");
        if (frame[8] == 1)
            return Bytes.Of($"03 00 00 1B 02 F0 80 32 03 00 00 {frame[11]:X2} {frame[12]:X2} 00 08 00 00 00 00 F0 00 00 01 00 01 01 E0");
        var head = _parts++ == 0 ? "00 01 FF 09 FF FF" : "";
        var entries = string.Concat(Enumerable.Repeat("0A 00 00 02 00 00 00 01 00 01 00 00 ", 30));
        var data = Bytes.Of(head + entries);
        return Bytes.Of(
            $"03 00 {data.Length + 33:X4} 02 F0 80 32 07 00 00 {frame[11]:X2} {frame[12]:X2} 00 0C {data.Length + 4:X4} "
                + $"00 01 12 08 12 84 13 05 01 01 00 00 FF 09 {data.Length:X4} {Convert.ToHexString(data)}"
        );
    }

    private static async Task<bool> ReceiveAsync(Socket socket, Memory<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var count = await socket.ReceiveAsync(bytes);
            if (count == 0)
                return false;
            bytes = bytes[count..];
        }
        return true;
    }
}
