using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Connecting;
using S7OpcBridge.IsoOnTcp.Loop;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Transport;

/// <summary>COTP connect and S7 setup on a new TCP connection, with an explanation for every failure.</summary>
internal sealed class S7Handshake(string host, LoopSocket socket, S7ConnectionOptions options, TimeProvider time)
{
    /// <summary>The smallest usable PDU; the smallest one that any family grants is 240.</summary>
    public const int MinPdu = 112;

    private const ushort LocalReference = 1;
    private const ushort SetupReference = 1;

    private readonly FrameReader _frames = new(options.PduSize, WireTap.For(options, time));
    private readonly string _target = socket.Target.ToString()!;
    private byte[] _answer = [];

    public async Task<OpenLink> RunAsync(CancellationToken cancellationToken)
    {
        var confirm = await ConnectAsync(cancellationToken).ConfigureAwait(false);
        var setup = await SetupAsync(cancellationToken).ConfigureAwait(false);
        if (setup.PduSize < MinPdu)
            throw new S7ProtocolException($"{_target} grants a PDU of {setup.PduSize} bytes; S7 needs {MinPdu} at least.");

        var pduSize = Math.Min(setup.PduSize, options.PduSize);
        var jobs = Math.Clamp(Math.Min(setup.MaxJobsCalling, setup.MaxJobsCalled), 1, options.MaxJobs);
        _frames.MaxPdu = pduSize;
        var peer = new Peer(socket.Target, new CotpDisconnect(confirm.SourceReference, LocalReference, CotpDisconnect.NormalReason));
        return new OpenLink(host, socket, _frames, peer, confirm.TpduSize, pduSize, jobs);
    }

    private async Task<CotpConnect> ConnectAsync(CancellationToken cancellationToken)
    {
        var request = new CotpConnect(
            CotpType.ConnectRequest,
            0,
            LocalReference,
            CotpConnect.SizeCodeFor(options.PduSize),
            CotpConnect.Tsap(options.LocalTsap),
            CotpConnect.Tsap(options.RemoteTsap)
        );
        var kind = await ExchangeAsync(request.ToFrame(), S7ConnectStage.Cotp, cancellationToken).ConfigureAwait(false);
        return kind switch
        {
            FrameKind.ConnectConfirm => ReadConfirm(_answer),
            FrameKind.Disconnect => throw Failed(
                S7ConnectStage.Cotp,
                S7LinkCause.Refused,
                $"{_target} refuses the COTP connection ({CotpDisconnect.Describe(CotpDisconnect.ReadReason(_answer))}): {TsapHint}"
            ),
            FrameKind.Error => throw Failed(
                S7ConnectStage.Cotp,
                S7LinkCause.Refused,
                $"{_target} answers the COTP connect request with an error: {TsapHint}"
            ),
            _ => throw new S7ProtocolException($"{_target} answers the COTP connect request with a data frame; this is not an S7 PLC."),
        };
    }

    private static CotpConnect ReadConfirm(byte[] tpdu)
    {
        try
        {
            return CotpConnect.Read(tpdu);
        }
        catch (IsoProtocolException e)
        {
            throw new S7ProtocolException(e.Message);
        }
    }

    private async Task<SetupCommunication> SetupAsync(CancellationToken cancellationToken)
    {
        var frame = new byte[Cotp.FrameOverhead + SetupCommunication.RequestLength];
        Cotp.WriteDataHeader(frame, SetupCommunication.RequestLength, last: true);
        new SetupCommunication(options.MaxJobs, options.MaxJobs, options.PduSize).WriteRequest(
            frame.AsSpan(Cotp.FrameOverhead),
            SetupReference
        );
        var kind = await ExchangeAsync(frame, S7ConnectStage.Setup, cancellationToken).ConfigureAwait(false);
        if (kind == FrameKind.Disconnect)
        {
            throw Failed(
                S7ConnectStage.Setup,
                S7LinkCause.Refused,
                $"{_target} ends the connection during the S7 setup ({CotpDisconnect.Describe(CotpDisconnect.ReadReason(_answer))}): no free S7 connection, "
                    + "or the module at this TSAP does not speak S7."
            );
        }
        if (kind != FrameKind.Pdu)
            throw new S7ProtocolException($"{_target} answers the S7 setup with a COTP {kind}.");

        var header = S7Header.Read(_answer);
        if (header.Error != 0)
        {
            throw Failed(
                S7ConnectStage.Setup,
                S7LinkCause.Refused,
                $"{_target} refuses the S7 setup: {S7Reason.ForRefusal(header.Error)}",
                new S7RefusedException(S7Reason.ForRefusal(header.Error), header.Error)
            );
        }
        if (header.Rosctr != Rosctr.AckData)
            throw new S7ProtocolException($"{_target} answers the S7 setup with ROSCTR {(byte)header.Rosctr:X2} instead of 03.");
        return SetupCommunication.Read(header.ParametersOf(_answer));
    }

    /// <summary>Sends a frame and receives the next relevant one into the answer field.</summary>
    private async Task<FrameKind> ExchangeAsync(byte[] frame, S7ConnectStage stage, CancellationToken cancellationToken)
    {
        using var deadline = Deadline.Start(options.Timeout, time, cancellationToken);
        try
        {
            _frames.Tap?.Sent(frame.AsSpan(stage == S7ConnectStage.Setup ? Cotp.FrameOverhead : Tpkt.HeaderLength));
            await socket.SendAsync(frame, deadline.Token).ConfigureAwait(false);
            while (true)
            {
                if (TryTake(out var kind))
                    return kind;
                var count = await socket.ReceiveAsync(_frames.Free(), deadline.Token).ConfigureAwait(false);
                if (count == 0)
                    throw Closed(stage, null);
                _frames.Advance(count);
            }
        }
        catch (SocketException e)
        {
            throw Closed(stage, e);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw Silent(stage, e);
        }
    }

    private bool TryTake(out FrameKind kind)
    {
        while (true)
        {
            kind = _frames.Next(out var body);
            if (kind == FrameKind.Incomplete)
                return false;
            // Empty frames may precede an answer, and unsolicited userdata (ROSCTR 07) may come in between.
            if (kind == FrameKind.Empty || (kind == FrameKind.Pdu && body.Length > 1 && body[1] == (byte)Rosctr.Userdata))
                continue;
            _answer = body.ToArray();
            return true;
        }
    }

    private string TsapHint =>
        $"check rack and slot (remote TSAP {options.RemoteTsap >> 8:X2}.{options.RemoteTsap & 0xFF:X2}, local "
        + $"{options.LocalTsap >> 8:X2}.{options.LocalTsap & 0xFF:X2}), and whether the PLC has a free connection.";

    private S7LinkException Closed(S7ConnectStage stage, Exception? inner) =>
        Failed(
            stage,
            S7LinkCause.ClosedByPeer,
            stage == S7ConnectStage.Cotp
                ? $"{_target} accepts TCP but closes the connection at the COTP connect request: {TsapHint}"
                : $"{_target} closes the connection at the S7 setup: no free S7 connection, or the module at this TSAP does not speak S7; {TsapHint}",
            inner
        );

    private S7LinkException Silent(S7ConnectStage stage, Exception inner) =>
        Failed(
            stage,
            S7LinkCause.TimedOut,
            stage == S7ConnectStage.Cotp
                ? $"{_target} accepts TCP but does not answer the COTP connect request within {options.Timeout.TotalSeconds:0.###} s: {TsapHint} A PLC that is "
                    + "starting does not answer either."
                : $"{_target} accepts the COTP connection but does not answer the S7 setup within {options.Timeout.TotalSeconds:0.###} s: "
                    + "the CPU may be starting or "
                    + "overloaded.",
            inner
        );

    private static S7LinkException Failed(S7ConnectStage stage, S7LinkCause cause, string sentence, Exception? inner = null) =>
        new(sentence, inner) { Stage = stage, Cause = cause };
}
