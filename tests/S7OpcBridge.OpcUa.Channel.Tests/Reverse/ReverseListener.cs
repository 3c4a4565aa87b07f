using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Reverse;

/// <summary>A client that listens for connections of servers. It does nothing with them by itself.</summary>
internal sealed class ReverseListener : IDisposable
{
    // An address that no other test listens on, so that the port is still free when a client is started again.
    private static readonly IPAddress Address = IPAddress.Parse("127.0.0.77");
    private readonly TcpListener _listener;

    public ReverseListener(int port = 0)
    {
        _listener = new TcpListener(Address, port);
        _listener.Start();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public string Url => $"opc.tcp://{Address}:{Port}";

    /// <summary>The next connection, and the two texts of its RHE.</summary>
    public async Task<(Socket Socket, string? ServerUri, string? EndpointUrl)> TakeAsync(CancellationToken cancellationToken)
    {
        var socket = await _listener.AcceptSocketAsync(cancellationToken);
        var head = await ReceiveAsync(socket, 8, cancellationToken);
        var header = FrameHeader.Read(head);
        Assert.That((header.Type, header.Chunk), Is.EqualTo((MessageType.ReverseHello, ChunkType.Final)), "RHE");
        var reader = new UaReader(await ReceiveAsync(socket, (int)header.Size - 8, cancellationToken), EncodingLimits.Default);
        var (uri, url) = (reader.ReadString(), reader.ReadString());
        Assert.That(reader.Remaining, Is.Zero, "bytes behind the URL");
        return (socket, uri, url);
    }

    /// <summary>The next connection, as a client's.</summary>
    public async Task<UaTestChannel> ChannelAsync(CancellationToken cancellationToken) => new((await TakeAsync(cancellationToken)).Socket);

    public void Dispose() => _listener.Dispose();

    private static async Task<byte[]> ReceiveAsync(Socket socket, int count, CancellationToken cancellationToken)
    {
        var bytes = new byte[count];
        for (var at = 0; at < count; )
        {
            var received = await socket.ReceiveAsync(bytes.AsMemory(at), cancellationToken);
            at += received > 0 ? received : throw new EndOfStreamException("The server hung up.");
        }

        return bytes;
    }
}
