using System.Buffers.Binary;
using System.Net.Sockets;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>A client without any opinion: hexadecimal bytes in, hexadecimal bytes out.</summary>
internal sealed class RawCaller : IAsyncDisposable
{
    /// <summary>CR for TPDUs of 1024 bytes, local TSAP 01.00, remote TSAP 03.01.</summary>
    public const string ConnectRequest = "03 00 00 16 11 E0 00 00 00 01 00 C0 01 0A C1 02 01 00 C2 02 03 01";

    private readonly Socket _socket;
    private readonly CancellationToken _cancel;

    private RawCaller(Socket socket, CancellationToken cancel) => (_socket, _cancel) = (socket, cancel);

    /// <summary>A TCP connection and nothing else.</summary>
    public static async Task<RawCaller> ConnectAsync(SoftPlc plc, CancellationToken cancel)
    {
        var socket = new Socket(plc.Endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(plc.Endpoint, cancel);
        return new RawCaller(socket, cancel);
    }

    /// <summary>Calls and waits how the PLC ends it: "FIN" or "RST". A reset right after the accept may show while connecting already.</summary>
    public static async Task<string> CallAsync(SoftPlc plc, CancellationToken cancel)
    {
        try
        {
            await using var caller = await ConnectAsync(plc, cancel);
            return await caller.EndAsync();
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            return "RST";
        }
    }

    /// <summary>A connection that has negotiated.</summary>
    public static async Task<RawCaller> OpenAsync(
        SoftPlc plc,
        CancellationToken cancel,
        int pdu = 960,
        int jobs = 8,
        string remoteTsap = "03 01"
    )
    {
        var caller = await ConnectAsync(plc, cancel);
        await caller.AskAsync(ConnectRequest[..^5] + remoteTsap);
        await caller.AskPduAsync(Setup(pdu, jobs));
        return caller;
    }

    /// <summary>The PDU of a negotiation.</summary>
    public static string Setup(int pdu, int jobs) => $"32 01 00 00 00 00 00 08 00 00 F0 00 {jobs:X4} {jobs:X4} {pdu:X4}";

    /// <summary>Sends bytes.</summary>
    public async Task SendAsync(string hex)
    {
        ReadOnlyMemory<byte> bytes = Bytes(hex);
        while (bytes.Length > 0)
            bytes = bytes[await _socket.SendAsync(bytes, SocketFlags.None, _cancel)..];
    }

    /// <summary>Sends a PDU in one frame.</summary>
    public Task SendPduAsync(string hex) => SendAsync($"03 00 {Bytes(hex).Length + 7:X4} 02 F0 80 {hex}");

    /// <summary>The next whole frame.</summary>
    public async Task<string> ReceiveAsync()
    {
        var head = await ReceiveBytesAsync(4);
        return Hex([.. head, .. await ReceiveBytesAsync(BinaryPrimitives.ReadUInt16BigEndian(head.AsSpan(2)) - 4)]);
    }

    /// <summary>The PDU of the next frame, which must hold it whole.</summary>
    public async Task<string> ReceivePduAsync()
    {
        var frame = await ReceiveAsync();
        Assert.That(frame, Does.Match("^03 00 .. .. 02 F0 80"));
        return frame[21..];
    }

    /// <summary>So many bytes.</summary>
    public async Task<byte[]> ReceiveBytesAsync(int count)
    {
        var bytes = new byte[count];
        for (var at = 0; at < count; )
        {
            var received = await _socket.ReceiveAsync(bytes.AsMemory(at), SocketFlags.None, _cancel);
            if (received == 0)
                throw new EndOfStreamException("The PLC closed the connection.");
            at += received;
        }

        return bytes;
    }

    /// <summary>What one receive gives.</summary>
    public async Task<int> ReceiveSomeAsync() => await _socket.ReceiveAsync(new byte[4096], SocketFlags.None, _cancel);

    /// <summary>Sends a frame and receives one.</summary>
    public async Task<string> AskAsync(string frame)
    {
        await SendAsync(frame);
        return await ReceiveAsync();
    }

    /// <summary>Sends a PDU and receives one.</summary>
    public async Task<string> AskPduAsync(string pdu)
    {
        await SendPduAsync(pdu);
        return await ReceivePduAsync();
    }

    /// <summary>Waits for the end: "FIN" or "RST".</summary>
    public async Task<string> EndAsync()
    {
        try
        {
            while (await _socket.ReceiveAsync(new byte[256], SocketFlags.None, _cancel) > 0) { }

            return "FIN";
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            return "RST";
        }
    }

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Bytes of hexadecimal text; blanks do not matter.</summary>
    public static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

    /// <summary>Hexadecimal text of bytes, separated by blanks.</summary>
    public static string Hex(ReadOnlySpan<byte> bytes) => BitConverter.ToString(bytes.ToArray()).Replace('-', ' ');
}
