using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Benchmarks;

/// <summary>The least that is a broker of MQTT 5: it admits one client and acknowledges what comes. Its own cost is part of what is measured.</summary>
internal sealed class BrokerStub : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private long _messages;

    public BrokerStub()
    {
        _listener.Start();
        _ = Task.Run(ServeAsync);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>PUBLISH packets so far.</summary>
    public long Messages => Volatile.Read(ref _messages);

    public void Dispose() => _listener.Dispose();

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptSocketAsync();
                client.NoDelay = true;
                await ServeAsync(client);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The measurement is over.
        }
    }

    private async Task ServeAsync(Socket client)
    {
        var (buffer, answer, filled) = (new byte[1 << 20], new byte[1 << 16], 0);
        while (true)
        {
            var read = await client.ReceiveAsync(buffer.AsMemory(filled));
            if (read == 0)
                return;
            filled += read;
            var (taken, length) = Answer(buffer.AsSpan(0, filled), answer);
            buffer.AsSpan(taken, filled - taken).CopyTo(buffer);
            filled -= taken;
            if (length > 0)
                await client.SendAsync(answer.AsMemory(0, length));
        }
    }

    private (int Taken, int Length) Answer(ReadOnlySpan<byte> bytes, Span<byte> answer)
    {
        var (taken, length) = (0, 0);
        while (TryPacket(bytes[taken..], out var head, out var size))
        {
            var packet = bytes.Slice(taken, size);
            taken += size;
            ReadOnlySpan<byte> reply = (packet[0] >> 4) switch
            {
                1 => [0x20, 3, 0, 0, 0],
                3 when (packet[0] & 6) != 0 => PubAck(packet[head..]),
                8 => [0x90, 4, packet[head], packet[head + 1], 0, 1],
                10 => [0xB0, 4, packet[head], packet[head + 1], 0, 0],
                12 => [0xD0, 0],
                _ => [],
            };
            if (packet[0] >> 4 == 3)
                Volatile.Write(ref _messages, _messages + 1);
            reply.CopyTo(answer[length..]);
            length += reply.Length;
        }
        return (taken, length);
    }

    private static byte[] PubAck(ReadOnlySpan<byte> body)
    {
        var topic = body[0] << 8 | body[1];
        return [0x40, 2, body[2 + topic], body[3 + topic]];
    }

    private static bool TryPacket(ReadOnlySpan<byte> bytes, out int head, out int size)
    {
        (head, size) = (1, 0);
        var length = 0;
        for (var shift = 0; head < bytes.Length && shift < 28; shift += 7)
        {
            var part = bytes[head++];
            length |= (part & 0x7F) << shift;
            if ((part & 0x80) != 0)
                continue;
            size = head + length;
            return size <= bytes.Length;
        }
        return false;
    }
}
