using System.Diagnostics;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.IsoOnTcp.Loop;
using S7OpcBridge.S7.Jobs;
using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.S7;

/// <summary>
/// Receives for one connection, on one thread at a time: on that of the <see cref="EventLoop"/>, or on that of a caller whose job is the only one in flight and
/// whose answer comes within <see cref="S7ConnectionOptions.SpinTime"/>. While callers receive, the loop does not watch the socket, so answers wake nobody.
/// For a caller on the loop's thread the loop itself looks for that time instead of sleeping, at all its sockets.
/// </summary>
internal sealed class S7Receiver : IDisposable
{
    // Jobs sent without a look after looks in vain: 2, 4, 8 … With a PLC that never answers in time, one job in 256 is looked for.
    private const int LongestPause = 256;

    // The loop watches the socket again after this time, so that the end of an idle connection is noticed.
    private static readonly TimeSpan LongestAbsence = TimeSpan.FromMilliseconds(20);

    private readonly EventLoop _loop;
    private readonly LoopSocket _socket;
    private readonly FrameReader _frames;
    private readonly Peer _peer;
    private readonly JobWindow _window;
    private readonly Action _takeAnswers;
    private readonly Action<LinkFault> _fail;
    private readonly long _spin;
    private readonly SocketWait _back;
    private readonly ITimer _absence;
    private int _isReceiving;
    private int _isAway;
    private int _pause;
    private int _lastPause;
    private long _loopLooksUntil;
    private long _bytes;

    public S7Receiver(OpenLink link, EventLoop loop, JobWindow window, TimeSpan spin, Action takeAnswers, Action<LinkFault> fail)
    {
        (_socket, _frames, _peer) = (link.Socket, link.Frames, link.Peer);
        (_loop, _back) = (loop, new SocketWait(loop));
        (_window, _takeAnswers, _fail) = (window, takeAnswers, fail);
        _spin = (long)(spin.TotalSeconds * Stopwatch.Frequency);
        using (ExecutionContext.SuppressFlow())
            _absence = _loop.CreateTimer(
                static self => ((S7Receiver)self!).TakeBack(),
                this,
                Timeout.InfiniteTimeSpan,
                Timeout.InfiniteTimeSpan
            );
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Completes when the connection has ended.</summary>
    public Task Ended { get; private set; } = Task.CompletedTask;

    /// <summary>Begins to receive, without the context of the request that opened the connection.</summary>
    public void Begin()
    {
        using (ExecutionContext.SuppressFlow())
            Ended = ReceiveAsync();
    }

    /// <summary>Sees to it that somebody receives what was sent for; called after each send.</summary>
    public void Expect()
    {
        if (_spin != 0 && _loop.IsHere && _window.InFlight > 0 && !IsPaused())
        {
            _loopLooksUntil = Stopwatch.GetTimestamp() + _spin;
            _loop.LookUntil(_loopLooksUntil);
        }
        TakeBackUnlessReceiving();
    }

    /// <summary>Polls the socket on the caller's thread for the answer to a job that was just sent, unless polling found nothing lately.</summary>
    public void LookFor(S7Job job)
    {
        if (_spin == 0 || _window.InFlight != 1 || _loop.IsHere || IsPaused() || !TryEnter())
        {
            Expect();
            return;
        }
        var began = Stopwatch.GetTimestamp();
        bool open;
        // The yield lets a PLC run that is simulated on this machine.
        while ((open = Receive()) && !job.IsDone && Stopwatch.GetTimestamp() - began < _spin)
            Thread.Yield();
        Leave();
        if (open && job.IsDone && _window.InFlight == 0)
        {
            _lastPause = 0;
            return;
        }
        PauseLonger();
        TakeBack();
    }

    /// <summary>Lets the loop watch the socket again. Any thread.</summary>
    public void TakeBack()
    {
        if (Volatile.Read(ref _isAway) != 0 && Interlocked.Exchange(ref _isAway, 0) != 0)
            _back.Ready();
    }

    public void Dispose() => _absence.Dispose();

    private void TakeBackUnlessReceiving()
    {
        if (Volatile.Read(ref _isAway) != 0 && Volatile.Read(ref _isReceiving) == 0)
            TakeBack();
    }

    private async Task ReceiveAsync()
    {
        for (var open = true; open; )
        {
            await _socket.Readable.BeginAsync(onTheSpot: true).ConfigureAwait(false);
            if (TryEnter())
            {
                open = Receive();
                Leave();
                continue;
            }
            // A caller receives: the socket is left to it until it, the next one or the timer gives it back.
            var back = _back.BeginAsync(onTheSpot: true);
            Interlocked.Exchange(ref _isAway, 1);
            _absence.Change(LongestAbsence, Timeout.InfiniteTimeSpan);
            TakeBackUnlessReceiving();
            await back.ConfigureAwait(false);
        }
    }

    // False: nothing more will be received.
    private bool Receive()
    {
        try
        {
            var count = _socket.TryReceive(_frames.Free().Span);
            if (count > 0)
            {
                _bytes += count;
                _frames.Advance(count);
                if (_loopLooksUntil != 0 && _loop.IsHere)
                    EndLoopLook();
                _takeAnswers();
            }
            else if (count == 0)
            {
                _fail(_peer.Closed(_frames.IsMidFrame));
            }
            return count != 0;
        }
        catch (S7ProtocolException e)
        {
            _fail(LinkFault.From(e));
        }
        catch (Exception e)
        {
            // Whatever ends receiving ends the connection, because no further answers are received.
            _fail(_peer.Lost(e, _frames.IsMidFrame));
        }
        return false;
    }

    private void EndLoopLook()
    {
        _loop.EndLook(_loopLooksUntil);
        if (Stopwatch.GetTimestamp() < _loopLooksUntil)
            _lastPause = 0;
        else
            PauseLonger();
        _loopLooksUntil = 0;
    }

    private void PauseLonger() => _pause = _lastPause = Math.Clamp(2 * _lastPause, 2, LongestPause);

    // Not exact where several threads send: a job more or less does not matter.
    private bool IsPaused()
    {
        if (_pause == 0)
            return false;
        _pause--;
        return true;
    }

    private bool TryEnter() => Interlocked.CompareExchange(ref _isReceiving, 1, 0) == 0;

    // A full barrier: whoever sent before it and saw somebody receive relies on what that one checks afterwards.
    private void Leave() => Interlocked.Exchange(ref _isReceiving, 0);
}
