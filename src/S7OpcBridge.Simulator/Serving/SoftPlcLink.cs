using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Messages;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// A classic S7 connection on the PLC's side. Owned by its receive loop, which splits frames, serves jobs at once and sends their answers together. Jobs that
/// take time are answered through the <see cref="CpuQueue"/> and the <see cref="DelayedSender"/>; while any of these is pending, later jobs follow it, so that
/// the order is kept.
/// </summary>
internal sealed class SoftPlcLink : IPlcLink
{
    /// <summary>Limit of waiting jobs, far above what any CPU negotiates; beyond it the connection is closed.</summary>
    private const int MostWaiting = 1024;

    /// <summary>Limit of messages that wait to be sent; what comes on top is lost, as in a CPU.</summary>
    private const int MostPushes = 8192;

    private readonly Socket _socket;
    private readonly PlcSharedParts _works;
    private readonly InboundFrames _inbound = new();
    private readonly OutboundFrames _outbound;
    private readonly DelayedSender _outbox;
    private readonly CancellationTokenSource _ended = new();
    private readonly ReorderBuffer _held;
    private Task? _sending;
    private int _waiting;
    private int _pushes;
    private int _together;
    private long _lastHeard;
    private volatile LinkEnd _end;

    public SoftPlcLink(Socket socket, PlcSharedParts works)
    {
        _socket = socket;
        _works = works;
        _outbound = new OutboundFrames(Math.Max(works.Behavior.PduSize, 256));
        _outbox = new DelayedSender(socket, works.Links, Sent, works.Time);
        _held = new ReorderBuffer(_outbox);
        _lastHeard = works.Time.GetTimestamp();
        State = new S7LinkState { Messages = new MessageReader(Push) };
    }

    /// <summary>State of the connection.</summary>
    public S7LinkState State { get; }

    /// <summary>Serves the client until one side ends the connection.</summary>
    public async Task RunAsync()
    {
        var watch = _works.Behavior.IdleTimeout > TimeSpan.Zero ? WatchIdleAsync() : Task.CompletedTask;
        try
        {
            while (_end is LinkEnd.None or LinkEnd.Silence)
            {
                var received = await _socket.ReceiveAsync(_inbound.Room, SocketFlags.None, _ended.Token);
                if (received == 0)
                    break;
                _inbound.Received(received);
                _lastHeard = _works.Time.GetTimestamp();
                if (_end == LinkEnd.Silence || _works.Links.IsCut)
                    _inbound.Clear();
                else
                    await ServeAsync();
            }
        }
        catch (Exception exception)
            when (exception
                    is SocketException
                        or ObjectDisposedException
                        or OperationCanceledException
                        or IsoProtocolException
                        or S7ProtocolException
            )
        {
            // The caller is gone, was disconnected, or does not speak the protocol: the connection is closed.
        }
        finally
        {
            _works.Plc.Messages.Remove(State.Messages!);
            await _ended.CancelAsync();
            _socket.Dispose();
            await (_sending ?? Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await watch.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _ended.Dispose();
        }
    }

    /// <summary>Ends the connection, from any thread.</summary>
    public void End(LinkEnd end)
    {
        if (end == LinkEnd.None || _end is LinkEnd.Close or LinkEnd.Reset)
            return;
        _end = end;
        try
        {
            switch (end)
            {
                case LinkEnd.Close:
                    _socket.Shutdown(SocketShutdown.Both);
                    break;
                case LinkEnd.Reset:
                    _socket.LingerState = new LingerOption(true, 0);
                    _socket.Close();
                    break;
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended already.
        }
    }

    /// <summary>Sends the answer to a queued job. Called by the CPU queue only.</summary>
    public void Answer(Span<byte> pdu, FaultMix? mix, TimeSpan delay)
    {
        if (pdu.IsEmpty || mix is { Drop: true } || _end != LinkEnd.None || _works.Links.IsCut)
        {
            Interlocked.Decrement(ref _waiting);
            End(mix?.End ?? LinkEnd.None);
            return;
        }

        var outgoing = Outgoing.FromPdu(pdu, State.TpduSize, mix);
        if (mix is { Reorder: > 1 } || _held.IsHolding)
            _held.Add(outgoing, mix?.Reorder ?? 0, delay);
        else
            _outbox.Post(outgoing, delay + (mix?.Delay ?? TimeSpan.Zero));
    }

    private async ValueTask ServeAsync()
    {
        _together = 0;
        while (_end == LinkEnd.None && Step())
        {
            if (!_outbound.HasRoom)
                await FlushAsync();
        }

        await FlushAsync();
    }

    private async ValueTask FlushAsync()
    {
        // Messages come from other threads, so that the delayed sender is the only one from the subscription on.
        if (State.Messages!.EverAsked)
        {
            PostWaiting();
            return;
        }
        for (var waiting = _outbound.Waiting; waiting.Length > 0 && !_works.Links.IsCut; )
            waiting = waiting[await _socket.SendAsync(waiting, SocketFlags.None, _ended.Token)..];
        _outbound.Sent();
    }

    /// <summary>Handles one frame. False: none is complete.</summary>
    private bool Step()
    {
        if (!_inbound.TryTake(out var type, out var content))
            return false;
        switch (type)
        {
            case CotpType.ConnectRequest when !State.IsConnected:
                Connect(CotpConnect.Read(content));
                break;
            case CotpType.Data when State.IsConnected:
                Serve(content);
                break;
            default:
                End(LinkEnd.Close);
                break;
        }

        return true;
    }

    private void Connect(in CotpConnect request)
    {
        var reception = ConnectResponse.Decide(this, request, _works);
        if (reception.Answer is { End: LinkEnd.None, Segment: int.MaxValue, Bytes: var frame } && reception.Delay == TimeSpan.Zero)
            frame.CopyTo(_outbound.Add(frame.Length));
        else if (reception.Answer is { } answer)
            Send(answer, reception.Delay);
        else
            End(reception.End);
    }

    private void Serve(ReadOnlySpan<byte> pdu)
    {
        var inFlight = Volatile.Read(ref _waiting) + ++_together;
        _works.Counters.InFlight(inFlight);
        if (inFlight > MostWaiting || (inFlight > State.MaxJobs && State.PduSize > 0 && _works.Behavior.OnTooManyJobs == JobOverflow.Reset))
        {
            End(LinkEnd.Reset);
            return;
        }

        var point = JobServer.PointOf(pdu);
        if (Volatile.Read(ref _waiting) > 0 || !_works.Queue.IsPrompt(point))
        {
            _together--;
            PostWaiting();
            Interlocked.Increment(ref _waiting);
            StartSending();
            _works.Queue.Post(this, pdu, point);
            return;
        }

        var length = _works.Server.Serve(pdu, _outbound.NextPdu, State, null);
        if (length == JobServer.DropLink)
            End(LinkEnd.Reset);
        else if (length > 0)
            _outbound.Commit(length, State.TpduSize);
    }

    /// <summary>Passes unsent answers to the delayed sender, which is the only sender while queued jobs are pending.</summary>
    private void PostWaiting()
    {
        if (_outbound.Waiting.IsEmpty)
            return;
        Send(Outgoing.Plain(_outbound.Waiting.ToArray()), TimeSpan.Zero);
        _outbound.Sent();
    }

    private void Send(Outgoing outgoing, TimeSpan delay)
    {
        Interlocked.Increment(ref _waiting);
        StartSending();
        _outbox.Post(outgoing, delay);
    }

    private void StartSending() => _sending ??= _outbox.RunAsync(_ended.Token);

    /// <summary>Sends a message of the CPU. Any thread, after the subscription.</summary>
    private void Push(byte[] pdu)
    {
        if (_end != LinkEnd.None || _works.Links.IsCut || pdu.Length > State.PduSize || Volatile.Read(ref _pushes) >= MostPushes)
            return;
        var mix = _works.Faults.Next(FaultPoint.Notify);
        if (mix is { Drop: true })
            return;
        Interlocked.Increment(ref _pushes);
        _outbox.Post(Outgoing.FromPdu([.. pdu], State.TpduSize, mix) with { IsPush = true }, mix?.Delay ?? TimeSpan.Zero);
    }

    private void Sent(Outgoing outgoing)
    {
        if (outgoing.IsPush)
            Interlocked.Decrement(ref _pushes);
        else
            Interlocked.Decrement(ref _waiting);
        End(outgoing.End);
    }

    private async Task WatchIdleAsync()
    {
        var limit = _works.Behavior.IdleTimeout;
        for (var idle = TimeSpan.Zero; idle < limit; idle = _works.Time.GetElapsedTime(Interlocked.Read(ref _lastHeard)))
            await Task.Delay(limit - idle, _works.Time, _ended.Token);
        End(LinkEnd.Close);
    }
}
