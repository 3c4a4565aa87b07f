using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Benchmarks;

/// <summary>The client of <see cref="SealSketch"/>, a process of its own: it does with the chunks what the client of a server does.</summary>
internal sealed class SealedStream : IAsyncDisposable
{
    private const int InFlight = 4;

    private readonly PeerProgram _program;
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 30_000 };
    private readonly ChunkCipher _cipher = SealSketch.NewCipher();
    private readonly byte[] _received = new byte[512 * 1024], _request = new byte[SealSketch.Request];
    private int _end;
    private long _bytes, _messages;

    private SealedStream(PeerProgram program) => _program = program;

    /// <summary>Starts the sketch and asks for the first answers.</summary>
    public static async Task<SealedStream> OpenAsync()
    {
        var stream = new SealedStream(PeerProgram.StartSelf("seal"));
        var line = await stream._program.LineAsync("listening ");
        stream._socket.Connect(IPAddress.Loopback, int.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture));
        for (var i = 0; i < InFlight; i++)
            stream._socket.Send(stream._request);
        return stream;
    }

    /// <summary>Takes answers for some time.</summary>
    public LoadFigures Run(TimeSpan time)
    {
        Take(time / 8); // what came while it stood still
        var (before, own, bytes, messages) = (ProcessCpu.PartsOf(_program.Id), Environment.CpuUsage.TotalTime, _bytes, _messages);
        var seconds = Take(time);
        var after = ProcessCpu.PartsOf(_program.Id);
        return new LoadFigures(
            seconds,
            0,
            _messages - messages,
            _bytes - bytes,
            (after?.User + after?.System - before?.User - before?.System)?.TotalSeconds,
            (Environment.CpuUsage.TotalTime - own).TotalSeconds)
        {
            ServerSystem = (after?.System - before?.System)?.TotalSeconds,
        };
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        _cipher.Dispose();
        await _program.DisposeAsync();
    }

    private double Take(TimeSpan time)
    {
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < time)
            Receive();
        return clock.Elapsed.TotalSeconds;
    }

    private void Receive()
    {
        var received = _socket.Receive(_received.AsSpan(_end));
        if (received == 0)
            throw new EndOfStreamException("The sketch hung up.");
        (_bytes, _end) = (_bytes + received, _end + received);
        var start = 0;
        while (_end - start >= FrameHeader.Length && FrameHeader.Read(_received.AsSpan(start)) is var header && header.Size <= _end - start)
        {
            _cipher.Open(new ArraySegment<byte>(_received, start, (int)header.Size));
            start += (int)header.Size;
            if (header.Chunk != ChunkType.Final)
                continue;
            _messages++;
            _socket.Send(_request);
        }
        _received.AsSpan(start, _end - start).CopyTo(_received);
        _end -= start;
    }
}
