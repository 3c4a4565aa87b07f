using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// What is left of an encrypted answer without an OPC UA server: for every request the values are copied into chunks, each chunk is signed and encrypted, and
/// all leave in one call. Chunks, calls and cipher are those of the server for a quarter of a megabyte of arrays (<see cref="CipherCeiling"/>); nothing is
/// decoded, looked up, encoded, queued or awaited. What the server takes beyond this is its own.
/// </summary>
internal static class SealSketch
{
    /// <summary>Bytes of a request.</summary>
    public const int Request = 512;

    private const int Chunk = 65_536, Array = 16 * 1024, Arrays = 16, ArrayHead = 24;

    private static readonly int Capacity = Chunk - SecureChannel.HeaderLength - ChunkCipher.RoomBehind(Chunk, encrypts: true);

    /// <summary>The cipher of both sides; the keys are no secret.</summary>
    public static ChunkCipher NewCipher() => new(LoadSecurity.Policy, encrypts: true, secret: new byte[32], seed: new byte[32]);

    /// <summary>Answers one client until it hangs up.</summary>
    public static void Run(Action<int> listening)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        listening(((IPEndPoint)listener.LocalEndPoint!).Port);
        using var client = listener.Accept();
        client.NoDelay = true;
        using var cipher = NewCipher();
        var (values, requests) = (new byte[ArrayHead + Array], new byte[64 * Request]);
        var answer = new List<ArraySegment<byte>>();
        var segments = Enumerable.Range(0, (Arrays * values.Length / Capacity) + 1).Select(static _ => new byte[Chunk]).ToArray();
        for (int received, bytes = 0; (received = client.Receive(requests)) > 0; bytes %= Request)
        {
            for (bytes += received; bytes >= Request; bytes -= Request)
            {
                Copy(values, segments);
                Seal(cipher, segments, answer);
                Send(client, answer);
            }
        }
    }

    private static void Copy(byte[] values, byte[][] segments)
    {
        var at = 0;
        for (var i = 0; i < Arrays; i++)
        {
            for (ReadOnlySpan<byte> rest = values; rest.Length > 0;)
            {
                var (segment, offset) = Math.DivRem(at, Capacity);
                var part = rest[..Math.Min(rest.Length, Capacity - offset)];
                part.CopyTo(segments[segment].AsSpan(SecureChannel.HeaderLength + offset));
                rest = rest[part.Length..];
                at += part.Length;
            }
        }
    }

    private static void Seal(ChunkCipher cipher, byte[][] segments, List<ArraySegment<byte>> answer)
    {
        for (var i = 0; i < segments.Length; i++)
        {
            var isLast = i == segments.Length - 1;
            var length = SecureChannel.HeaderLength + (isLast ? (Arrays * (ArrayHead + Array)) - (i * Capacity) : Capacity);
            var chunk = new ArraySegment<byte>(segments[i], 0, cipher.SealedLength(length));
            SecureChannel.WriteHeader(chunk, MessageType.Message, isLast ? ChunkType.Final : ChunkType.Intermediate, 1, 1, 1, 1);
            cipher.Seal(chunk, length);
            answer.Add(chunk);
        }
    }

    private static void Send(Socket client, List<ArraySegment<byte>> answer)
    {
        while (answer.Count > 0)
        {
            var sent = client.Send(answer, SocketFlags.None);
            while (answer.Count > 0 && sent >= answer[0].Count)
            {
                sent -= answer[0].Count;
                answer.RemoveAt(0);
            }
            if (sent > 0)
                answer[0] = answer[0][sent..];
        }
    }
}
