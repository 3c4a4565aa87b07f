using System.Net.Sockets;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>One S7CommPlus connection on the PLC's side. Its receive loop serves requests one by one; subscriptions send between the answers.</summary>
internal sealed class SoftPlusLink(Socket socket, PlcSharedParts works, SoftPlus plus) : IPlcLink
{
    private readonly CancellationTokenSource _ended = new();
    private readonly SemaphoreSlim _sending = new(1, 1);
    private readonly PlusSession _session = new();
    private volatile CotpDuplex? _cotp;
    private volatile LinkEnd _end;

    /// <inheritdoc/>
    public async Task RunAsync()
    {
        try
        {
            if (_end != LinkEnd.None || works.Faults.Next(FaultPoint.Connect) is { } mix && Turn(mix))
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, works.Time, _ended.Token);
                return;
            }

            var accepted = await PlusAcceptance.AcceptAsync(
                socket,
                plus.Options.HasTls ? plus.Identity : null,
                plus.KeyLog is { } log ? new TlsKeyLog(log) : null,
                _ended.Token
            );
            _cotp = accepted.Cotp;
            await using var duplex = accepted.Duplex;
            _session.ExporterSecret = accepted.ExporterSecret;
            await ServeAsync(duplex);
        }
        catch (Exception exception)
            when (exception
                    is SocketException
                        or ObjectDisposedException
                        or OperationCanceledException
                        or S7PlusException
                        or TlsFailure
                        or EndOfStreamException
            )
        {
            // The caller is gone, was disconnected, or does not speak the protocol: the connection is closed.
        }
        finally
        {
            await _ended.CancelAsync();
            await new PlusObjects(plus, _session).CloseAsync();
            socket.Dispose();
            _ended.Dispose();
        }
    }

    /// <inheritdoc/>
    public void End(LinkEnd end)
    {
        if (end == LinkEnd.None || _end is LinkEnd.Close or LinkEnd.Reset)
            return;
        _end = end;
        try
        {
            if (end == LinkEnd.Reset)
                socket.LingerState = new LingerOption(true, 0);
            if (end is LinkEnd.Close or LinkEnd.Reset)
            {
                socket.Close();
                _ended.Cancel();
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended already.
        }
    }

    private async Task ServeAsync(PlusDuplex duplex)
    {
        var assembler = new FrameAssembler(plus.Options.MaxRequestBytes);
        PlusSend notify = (message, mix, token) => SendAsync(duplex, PlusFrame.Version2, message, mix, token);
        var requests = new PlusRequests(plus, _session, works, notify, _ended.Token);
        while (_end is LinkEnd.None or LinkEnd.Silence)
        {
            var received = await duplex.ReceiveAsync(assembler.Free(), _ended.Token);
            if (received == 0)
                return;
            if (_end == LinkEnd.Silence || works.Links.IsCut)
                continue;
            assembler.Advance(received);
            while (requests.TryServe(assembler, out var version, out var answer, out var mix))
            {
                if (answer.Length > 0)
                    await SendAsync(duplex, version, answer, mix, _ended.Token);
                if (_session.IsOver)
                    return;
            }

            if (requests.IsBroken)
            {
                End(LinkEnd.Reset);
                return;
            }
        }
    }

    // Sends whole messages, so that fragments of two messages never mix. What has begun is cut off by the end of the link only: half a message, or half a
    // record of TLS, would break all that comes after it.
    private async ValueTask SendAsync(
        PlusDuplex duplex,
        byte version,
        ReadOnlyMemory<byte> message,
        FaultMix? mix,
        CancellationToken cancellationToken
    )
    {
        if (mix is { Drop: true } or { HalfFrame: false, End: not LinkEnd.None } || _end != LinkEnd.None || works.Links.IsCut)
        {
            End(mix?.End ?? LinkEnd.None);
            return;
        }

        if (mix is { Delay.Ticks: > 0 })
            await Task.Delay(mix.Delay, works.Time, cancellationToken);
        await _sending.WaitAsync(cancellationToken);
        try
        {
            for (var times = 0; times <= (mix?.Duplicates ?? 0); times++)
                await SendFragmentsAsync(duplex, version, message, mix, _ended.Token);
        }
        finally
        {
            _sending.Release();
        }

        End(mix?.End ?? LinkEnd.None);
    }

    private async ValueTask SendFragmentsAsync(
        PlusDuplex duplex,
        byte version,
        ReadOnlyMemory<byte> message,
        FaultMix? mix,
        CancellationToken token
    )
    {
        var buffer = new byte[duplex.MaxSend];
        if (mix is { Garbage: > 0 })
        {
            await duplex.SendAsync(buffer.AsMemory(0, Math.Min(mix.Garbage, buffer.Length)), token);
            return;
        }

        for (var next = 0; next < message.Length; )
        {
            (var written, next) = PlusFrame.WriteFragment(buffer, version, message.Span, next, duplex.MaxSend);
            for (var empty = 0; empty < (mix?.EmptyFrames ?? 0); empty++)
                await _cotp!.SendAsync(default, token);
            var end = mix is { HalfFrame: true } ? written / 2 : written;
            var cut = Math.Min(mix?.CotpBytes ?? int.MaxValue, written);
            for (var at = 0; at < end; at += cut)
                await duplex.SendAsync(buffer.AsMemory(at, Math.Min(cut, end - at)), token);
            if (mix is { HalfFrame: true })
                return;
        }
    }

    // Returns true where the connection is refused.
    private bool Turn(FaultMix mix)
    {
        End(
            mix.Drop ? LinkEnd.Silence
            : mix.End == LinkEnd.None && mix.Confirm is not null ? LinkEnd.Close
            : mix.End
        );
        return _end != LinkEnd.None;
    }
}
