using System.Runtime.CompilerServices;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Receives frames: on the loop of all clients while they are brief, then on the thread pool.</summary>
internal sealed partial class UaConnection
{
    /// <summary>Frames that are handled without a wait before other clients get their turn.</summary>
    private const int MaxFramesInTurn = 32;

    /// <summary>Bytes of queued answers up to which requests are answered while memory for clients is short.</summary>
    private const int FewAnswers = 256 * 1024;

    private static readonly TimeSpan MemoryCheckInterval = TimeSpan.FromMilliseconds(10);
    private const int MaxMemoryChecks = 500;

    private bool _isBrief = true;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandleFramesAsync()
    {
        _isBrief = true;
        while (!_closed && _reader.TryTake(out var frame))
        {
            if (_reader.FramesInTurn > MaxFramesInTurn)
            {
                await _pool;
                _reader.BeginTurn();
            }

            if (!BriefRequest.MayBe(frame.Span))
                await LeaveLoopAsync().ConfigureAwait(false);
            switch (FrameHeader.Read(frame.Span).Type)
            {
                case MessageType.Hello:
                    HandleHello(frame.Span);
                    break;
                case MessageType.Open:
                    await OpenChannelAsync(frame).ConfigureAwait(false);
                    break;
                default:
                    var isWhole = TakeChunk(frame, out var requestId, out var request);
                    if (_server.Memory.IsFull && (!isWhole || _answers.Bytes > FewAnswers))
                        await WaitForMemoryAsync().ConfigureAwait(false);
                    if (!isWhole)
                        break;
                    if (!BriefRequest.Is(request.Span))
                        await LeaveLoopAsync().ConfigureAwait(false);
                    _handle(this, requestId, request.Span);
                    _assembler.Clear();
                    await _writer.SendEnoughAsync(_server.Limits.MaxQueuedBytes).ConfigureAwait(false);
                    break;
            }
        }
    }

    private void HandleHello(ReadOnlySpan<byte> frame)
    {
        if (EndpointUrl is not null)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "A client sent HEL twice.");
        var hello = HelloMessage.Read(frame, _server.Limits.Encoding);
        EndpointUrl = hello.EndpointUrl ?? "";
        _limits = TransportLimits.Agree(hello, _server.Limits);
        _reader.MaxFrame = _limits.ReceiveBufferSize;
        var acknowledge = new byte[TransportLimits.AcknowledgeLength];
        _limits.WriteAcknowledge(acknowledge);
        _writer.Enqueue(new OutgoingMessage(null, acknowledge, MessageType.Acknowledge, 0));
    }

    private async ValueTask OpenChannelAsync(Memory<byte> frame)
    {
        if (EndpointUrl is null)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "A client opens a channel before it has sent HEL.");
        await _writer.ReleaseAsync(long.MaxValue).ConfigureAwait(false); // it may take a while
        await _server.Handshakes.TakeAsync("", ClientNetwork.From(Remote), CancellationToken.None).ConfigureAwait(false);
        Task sent;
        try
        {
            var response = MessageBuffer.Rent(HelloMessage.MinBuffer, 0, 0);
            var opened = Channel;
            uint requestId;
            try
            {
                opened = _opening.Handle(frame.Span, opened, response, out requestId);
            }
            catch
            {
                response.Dispose();
                _refused = AsymmetricHeader.CertificateOf(frame.Span);
                throw;
            }

            var isNew = Channel is null;
            Channel = opened;
            _writer.Enqueue(new OutgoingMessage(response, null, MessageType.Open, requestId));
            if (isNew)
                ReportOpened(opened);
            _server.Opened?.Invoke(this, opened, isNew);

            // Signed by the thread that drains, this one, before the first wait. The send may wait longer: a client that does not read must not keep the turn.
            sent = _writer.ReleaseAsync(long.MaxValue).AsTask();
        }
        finally
        {
            _server.Handshakes.End();
        }

        await sent.ConfigureAwait(false);
        _writer.Hold();
    }

    /// <returns>True: a request is complete; its bytes are valid until the assembler is cleared.</returns>
    private bool TakeChunk(Memory<byte> frame, out uint requestId, out ReadOnlyMemory<byte> request)
    {
        if (Channel is not { } channel)
            throw new UaException(StatusCodes.BadTcpSecureChannelUnknown, "A client sends requests before it has opened a channel.");
        var header = FrameHeader.Read(frame.Span);
        var body = channel.Open(frame, out requestId);
        request = default;
        if (header.Type == MessageType.Close)
        {
            _closed = true;
            return false;
        }

        var limits = HasSession
            ? _limits
            : _limits with
            {
                MaxRequestSize = Math.Min(_limits.MaxRequestSize, _server.Limits.MaxUnauthenticatedMessageSize),
            };
        return _assembler.Add(requestId, header.Chunk, body, limits, out request);
    }

    // While the largest holders are releasing memory no more requests are taken, because they arrive faster than connections end.
    private async ValueTask WaitForMemoryAsync()
    {
        await LeaveLoopAsync().ConfigureAwait(false);
        await _writer.ReleaseAsync(long.MaxValue).ConfigureAwait(false); // its own answers must not wait with it
        for (var checks = 0; _server.Memory.IsFull; checks++)
        {
            if (checks == MaxMemoryChecks || !IsAlive || Requests.IsReleasing || _answers.IsReleasing)
                throw new UaException(StatusCodes.BadTcpNotEnoughResources, "The memory for clients is short.");
            await Task.Delay(MemoryCheckInterval, TimeProvider.System).ConfigureAwait(false);
        }

        _writer.Hold();
    }

    /// <summary>Continues on the pool, because what follows may take long, and probably the client's next request too.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask LeaveLoopAsync()
    {
        _isBrief = false;
        if (SocketLoop.IsHere)
            await _pool;
    }
}
