using System.Buffers.Binary;
using System.Threading.Channels;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// What is left of a read cycle of our design without the bridge: the shared loop that waits for deadlines and answers, one asynchronous method that sends
/// requests that stand ready and copies what has changed into an image, one element per cycle through the bounded channel to a reader. No jobs, no time
/// limits, no classes, no qualities, no values, no rules for load: what it takes is the floor of the design (<see cref="CpuAgainstNodes7"/>).
/// </summary>
internal sealed class LoopSketch : IAsyncDisposable
{
    private const int AnswerHead = 14, ItemHead = 4;

    private readonly OpenLink _link;
    private readonly SketchRequest[] _requests;
    private readonly TimeSpan _interval;
    private readonly AsyncWakeup _wakeup = new(EventLoop.TimersOf(TimeProvider.System));
    private readonly byte[] _image;
    private readonly byte[] _sent = new byte[64 * 1024];
    private readonly Channel<object> _cycles = Channel.CreateBounded<object>(
        new BoundedChannelOptions(64) { SingleReader = true, AllowSynchronousContinuations = true });
    private int _next;
    private int _answered;
    private volatile bool _stopping;
    private Task _reading = Task.CompletedTask;

    private LoopSketch(OpenLink link, SketchRequest[] requests, TimeSpan interval)
    {
        (_link, _requests, _interval) = (link, requests, interval);
        _image = new byte[requests.SelectMany(static request => request.Items).Max(static item => item.ImageOffset + item.Length)];
    }

    public static Task RunAsync(string mapPath, TimeSpan period)
    {
        var map = QuietPlant.Load(mapPath);
        return QuietReader.RunAsync((interval, window) => BeginAsync(map, interval, window), period);
    }

    private static async Task<IAsyncDisposable> BeginAsync(BridgeMap map, TimeSpan interval, CycleWindow window)
    {
        var options = new S7ConnectionOptions { Host = "127.0.0.1", Port = map.Tags.Plcs[0].Connection.Port, PduSize = BarePlan.PduSize };
        var link = await Connector.OpenAsync(options, TimeProvider.System, CancellationToken.None);
        var sketch = new LoopSketch(link, SketchRequest.Of(map), interval);
        using (ExecutionContext.SuppressFlow())
            sketch._reading = sketch.ReadAsync();
        _ = sketch.DrainAsync(window);
        return sketch;
    }

    public async ValueTask DisposeAsync()
    {
        _stopping = true;
        await _reading;
        _link.Socket.Dispose();
        _wakeup.Dispose();
    }

    private async Task ReadAsync()
    {
        var cycle = new object();
        for (var due = TimeProvider.System.Ticks(); !_stopping; due += _interval.Ticks)
        {
            await _wakeup.WaitUntilAsync(due, onTheSpot: true).ConfigureAwait(false);
            (_next, _answered) = (0, 0);
            SendMore();
            while (_answered < _requests.Length)
            {
                await _link.Socket.Readable.BeginAsync(onTheSpot: true).ConfigureAwait(false);
                Receive();
                SendMore();
            }
            if (!_cycles.Writer.TryWrite(cycle))
                throw new InvalidOperationException("The reader of the sketch is behind.");
        }
        _cycles.Writer.Complete();
    }

    private async Task DrainAsync(CycleWindow window)
    {
        while (await _cycles.Reader.WaitToReadAsync())
        {
            while (_cycles.Reader.TryRead(out _))
                window.Count();
        }
    }

    /// <summary>As many requests as may be in flight, in one send.</summary>
    private void SendMore()
    {
        var length = 0;
        for (; _next < _requests.Length && _next - _answered < _link.MaxJobs; _next++)
        {
            _requests[_next].Frame.CopyTo(_sent, length);
            length += _requests[_next].Frame.Length;
        }
        if (length > 0 && _link.Socket.TrySend(_sent.AsSpan(0, length)) != length)
            throw new InvalidOperationException("The PLC does not take the requests of the sketch at once.");
    }

    private void Receive()
    {
        var count = _link.Socket.TryReceive(_link.Frames.Free().Span);
        if (count == 0)
            throw new InvalidOperationException("The PLC has closed the connection of the sketch.");
        _link.Frames.Advance(Math.Max(count, 0));
        while (_link.Frames.Next(out var pdu) == FrameKind.Pdu)
            Take(pdu);
    }

    private void Take(ReadOnlySpan<byte> pdu)
    {
        var at = AnswerHead;
        foreach (var item in _requests[BinaryPrimitives.ReadUInt16BigEndian(pdu[4..]) - 1].Items)
        {
            if (pdu[at] != 0xFF)
                throw new InvalidOperationException("The PLC does not answer an item of the sketch.");
            var data = pdu.Slice(at + ItemHead, item.Length);
            var place = _image.AsSpan(item.ImageOffset, item.Length);
            if (!data.SequenceEqual(place))
                data.CopyTo(place);
            at += ItemHead + item.Length + (item.Length & 1);
        }
        _answered++;
    }
}
