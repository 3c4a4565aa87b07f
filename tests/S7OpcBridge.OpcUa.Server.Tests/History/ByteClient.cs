using System.Buffers.Binary;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>
/// A client made of bytes, which shares no code with the server: what it sends and expects is written down as an analyser shows it. Tokens: hex bytes;
/// <c>??</c> any byte; <c>"text"</c> a String with its length; <c>null</c> a String or ByteString that is null; <c>{name}</c> bytes known by this name;
/// <c>{name:4}</c> four bytes that get this name when they come, <c>{name:*}</c> a ByteString that gets it with its length; <c>#</c> a comment.
/// </summary>
internal sealed partial class ByteClient : IAsyncDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly Dictionary<string, byte[]> _known = [];
    private int _sent;

    public static async Task<ByteClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var client = new ByteClient();
        await client._socket.ConnectAsync("127.0.0.1", port, cancellationToken);
        return client;
    }

    /// <summary>Gives bytes a name.</summary>
    public void Know(string name, ReadOnlySpan<byte> bytes) => _known[name] = bytes.ToArray();

    /// <summary>The bytes of a name.</summary>
    public byte[] Known(string name) => _known[name];

    /// <summary>Sends a message whose size is filled in, and compares the answer from its ninth byte on.</summary>
    public async Task<byte[]> ExchangeAsync(string type, string bytes, CancellationToken cancellationToken)
    {
        var body = Fill(bytes);
        var message = new byte[8 + body.Length];
        Encoding.ASCII.GetBytes($"{type}F", message);
        BinaryPrimitives.WriteInt32LittleEndian(message.AsSpan(4), message.Length);
        body.CopyTo(message, 8);
        await _socket.SendAsync(message, SocketFlags.None, cancellationToken);
        var head = await ReceiveAsync(8, cancellationToken);
        return await ReceiveAsync(BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(4)) - head.Length, cancellationToken);
    }

    /// <summary>Sends a request on the open channel: the bytes from its type on. The answer, from its type on, has to be as expected.</summary>
    public async Task AskAsync(string request, string expected, CancellationToken cancellationToken)
    {
        var number = BitConverter.GetBytes(++_sent + 1);
        Know("number", number);
        var answer = await ExchangeAsync("MSG", $"{{channel}} {{token}} {{number}} {{number}} {request}", cancellationToken);
        Expect(expected, answer.AsSpan(16));
    }

    /// <summary>Compares bytes from their beginning on; there may be more of them. Names what is to be named.</summary>
    public void Expect(string expected, ReadOnlySpan<byte> came)
    {
        var at = 0;
        foreach (var token in TokensOf(expected))
        {
            var (length, wanted) = token switch
            {
                "??" => (1, null),
                ['{', .., ':', '*', '}'] => (4 + Math.Max(0, BinaryPrimitives.ReadInt32LittleEndian(came[at..])), null),
                ['{', .., '}'] when token.Contains(':') => (
                    int.Parse(token[(token.IndexOf(':') + 1)..^1], CultureInfo.InvariantCulture),
                    (byte[]?)null
                ),
                _ => (0, BytesOf(token)),
            };
            var part = came.Slice(at, wanted?.Length ?? length).ToArray();
            if (wanted is not null)
                Assert.That(part, Is.EqualTo(wanted), $"'{token}' at byte {at} of {Convert.ToHexString(came)}");
            else if (token[0] == '{')
                Know(token[1..token.IndexOf(':')], part);
            at += part.Length;
        }
    }

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        return ValueTask.CompletedTask;
    }

    private byte[] Fill(string bytes) => [.. TokensOf(bytes).SelectMany(BytesOf)];

    private byte[] BytesOf(string token) =>
        token switch
        {
            "null" => [0xFF, 0xFF, 0xFF, 0xFF],
            ['"', .., '"'] => [.. BitConverter.GetBytes(Encoding.UTF8.GetByteCount(token) - 2), .. Encoding.UTF8.GetBytes(token[1..^1])],
            ['{', .., '}'] => _known[token[1..^1]],
            _ => [byte.Parse(token, NumberStyles.HexNumber, CultureInfo.InvariantCulture)],
        };

    private static IEnumerable<string> TokensOf(string bytes) =>
        bytes
            .Split('\n')
            .SelectMany(static line => Token().Matches(line))
            .Select(static match => match.Value)
            .Where(static token => token[0] != '#');

    private async Task<byte[]> ReceiveAsync(int length, CancellationToken cancellationToken)
    {
        var bytes = new byte[length];
        for (var have = 0; have < length; )
        {
            var count = await _socket.ReceiveAsync(bytes.AsMemory(have), SocketFlags.None, cancellationToken);
            Assert.That(count, Is.Positive, "The server closed the connection.");
            have += count;
        }

        return bytes;
    }

    [GeneratedRegex("\"[^\"]*\"|#.*|[^\\s]+")]
    private static partial Regex Token();
}
