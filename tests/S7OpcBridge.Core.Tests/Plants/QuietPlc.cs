using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Core.Tests;

/// <summary>
/// A PLC that answers every read with zeros and allocates nothing while it does: one thread, blocking sockets. For measurements of the bridge in the same
/// process.
/// </summary>
internal sealed class QuietPlc : IDisposable
{
    private const int PduSize = 960;
    private readonly Socket _listener = new(SocketType.Stream, ProtocolType.Tcp);
    private readonly Thread _thread;
    private readonly byte[] _in = new byte[2048];
    private readonly byte[] _out = new byte[2048];
    private Socket? _client;

    public QuietPlc()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _thread = new Thread(Serve) { IsBackground = true };
        _thread.Start();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    public void Dispose()
    {
        _listener.Dispose();
        _client?.Dispose();
        _thread.Join();
    }

    private void Serve()
    {
        try
        {
            _client = _listener.Accept();
            _client.NoDelay = true;
            while (Receive(0, 4) && Receive(4, BinaryPrimitives.ReadUInt16BigEndian(_in.AsSpan(2)) - 4))
                _client.Send(_out.AsSpan(0, Answer(_in, _out)));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private bool Receive(int at, int count)
    {
        while (count > 0)
        {
            var got = _client!.Receive(_in.AsSpan(at, count));
            if (got == 0)
                return false;
            (at, count) = (at + got, count - got);
        }
        return true;
    }

    private static int Answer(ReadOnlySpan<byte> asked, Span<byte> answer)
    {
        if (asked[5] == 0xE0)
        {
            // COTP connect: the request comes back as a confirmation, with the two references changed over.
            var length = BinaryPrimitives.ReadUInt16BigEndian(asked[2..]);
            asked[..length].CopyTo(answer);
            (answer[5], answer[6], answer[7], answer[8], answer[9]) = (0xD0, asked[8], asked[9], 0, 1);
            return length;
        }
        var parameter = asked[17];
        asked[..7].CopyTo(answer);
        asked[7..17].CopyTo(answer[7..]);
        answer[8] = 3;
        answer[17] = answer[18] = 0;
        return parameter == 0xF0 ? Setup(asked, answer) : Read(asked, answer);
    }

    private static int Setup(ReadOnlySpan<byte> asked, Span<byte> answer)
    {
        asked.Slice(17, 8).CopyTo(answer[19..]);
        BinaryPrimitives.WriteUInt16BigEndian(answer[25..], PduSize);
        return Finish(answer, 27, 8);
    }

    private static int Read(ReadOnlySpan<byte> asked, Span<byte> answer)
    {
        var items = asked[18];
        (answer[19], answer[20]) = (4, items);
        var at = 21;
        for (var i = 0; i < items; i++)
        {
            int bytes = BinaryPrimitives.ReadUInt16BigEndian(asked[(19 + 12 * i + 4)..]);
            (answer[at], answer[at + 1]) = (0xFF, 4);
            BinaryPrimitives.WriteUInt16BigEndian(answer[(at + 2)..], (ushort)(8 * bytes));
            answer.Slice(at + 4, bytes + 1).Clear();
            at += 4 + bytes + (i < items - 1 ? bytes & 1 : 0);
        }
        return Finish(answer, at, 2);
    }

    private static int Finish(Span<byte> answer, int length, int parameters)
    {
        BinaryPrimitives.WriteUInt16BigEndian(answer[2..], (ushort)length);
        BinaryPrimitives.WriteUInt16BigEndian(answer[13..], (ushort)parameters);
        BinaryPrimitives.WriteUInt16BigEndian(answer[15..], (ushort)(length - 19 - parameters));
        return length;
    }
}
