using System.Collections.Concurrent;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Stands between a client and a server on loopback, hands every byte on, and writes what went over into a capture file that tshark reads: no rights are needed
/// for that, and nothing else on the machine gets into it.
/// </summary>
internal sealed class WireTap(int target) : LoopbackRelay(target)
{
    private readonly ConcurrentQueue<(int Connection, bool FromClient, byte[] Bytes)> _seen = new();

    /// <summary>Bytes that went over so far.</summary>
    public long Bytes => _seen.Sum(piece => (long)piece.Bytes.Length);

    /// <summary>Writes all that was seen as a capture of IPv4 packets; the server's port in it is <see cref="LoopbackRelay.Port"/>.</summary>
    public void WriteCapture(string path)
    {
        using var file = new PacketCapture(path, Port);
        foreach (var (connection, fromClient, bytes) in _seen)
            file.Write(connection, fromClient, bytes);
    }

    protected override void Seen(ReadOnlySpan<byte> bytes, int connection, bool fromClient) =>
        _seen.Enqueue((connection, fromClient, bytes.ToArray()));
}
