using System.Buffers.Binary;
using System.Net;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A capture file of the classic format with raw IPv4 packets: as much of IP and TCP as a dissector needs to put the streams together.</summary>
internal sealed class PacketCapture : IDisposable
{
    private const int IpHeader = 20,
        TcpHeader = 20,
        RawIp = 101;
    private const byte Syn = 2,
        Push = 8,
        Acknowledge = 16;
    private readonly FileStream _file;
    private readonly int _serverPort;
    private readonly Dictionary<int, (uint FromClient, uint FromServer)> _next = [];
    private uint _packets;

    public PacketCapture(string path, int serverPort)
    {
        (_file, _serverPort) = (File.Create(path), serverPort);
        Span<byte> header = stackalloc byte[24];
        header.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(header, 0xA1B2C3D4);
        BinaryPrimitives.WriteUInt16LittleEndian(header[4..], 2);
        BinaryPrimitives.WriteUInt16LittleEndian(header[6..], 4);
        BinaryPrimitives.WriteUInt32LittleEndian(header[16..], 65_535);
        BinaryPrimitives.WriteUInt32LittleEndian(header[20..], RawIp);
        _file.Write(header);
    }

    /// <summary>Adds what one side of a connection sent.</summary>
    public void Write(int connection, bool fromClient, ReadOnlySpan<byte> bytes)
    {
        if (!_next.ContainsKey(connection))
        {
            _next[connection] = (1, 1);
            WritePacket(connection, true, 0, 0, Syn, []);
            WritePacket(connection, false, 0, 1, Syn | Acknowledge, []);
        }

        var (client, server) = _next[connection];
        WritePacket(connection, fromClient, fromClient ? client : server, fromClient ? server : client, Push | Acknowledge, bytes);
        var count = (uint)bytes.Length;
        _next[connection] = fromClient ? (client + count, server) : (client, server + count);
    }

    public void Dispose() => _file.Dispose();

    private void WritePacket(int connection, bool fromClient, uint sequence, uint acknowledged, byte flags, ReadOnlySpan<byte> bytes)
    {
        Span<byte> head = stackalloc byte[16 + IpHeader + TcpHeader];
        head.Clear();
        var length = IpHeader + TcpHeader + bytes.Length;
        BinaryPrimitives.WriteUInt32LittleEndian(head[4..], _packets++); // microseconds: the order is what counts
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], length);
        BinaryPrimitives.WriteInt32LittleEndian(head[12..], length);

        var ip = head[16..];
        (ip[0], ip[8], ip[9]) = (0x45, 64, 6);
        BinaryPrimitives.WriteUInt16BigEndian(ip[2..], (ushort)length);
        IPAddress.Loopback.TryWriteBytes(ip[12..], out _);
        IPAddress.Loopback.TryWriteBytes(ip[16..], out _);

        var tcp = ip[IpHeader..];
        var clientPort = (ushort)(10_000 + connection);
        BinaryPrimitives.WriteUInt16BigEndian(tcp, fromClient ? clientPort : (ushort)_serverPort);
        BinaryPrimitives.WriteUInt16BigEndian(tcp[2..], fromClient ? (ushort)_serverPort : clientPort);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[4..], sequence);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[8..], acknowledged);
        (tcp[12], tcp[13]) = (TcpHeader / 4 << 4, flags);
        BinaryPrimitives.WriteUInt16BigEndian(tcp[14..], 65_535);
        _file.Write(head);
        _file.Write(bytes);
    }
}
