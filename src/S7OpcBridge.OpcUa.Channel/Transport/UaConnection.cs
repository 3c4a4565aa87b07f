using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// One TCP connection of a client from HEL to its end, with one secure channel. One receive loop handles it, and any error ends
/// this connection only.
/// </summary>
internal sealed partial class UaConnection
{
    private const int MaxPending = 4;

    /// <summary>Bytes of answers that are normally queued for a client that reads them.</summary>
    private const int UsualAnswers = 1024 * 1024;

    private static readonly TimeSpan CloseTimeout = TimeSpan.FromSeconds(1);

    private readonly ClientSocket _socket;
    private readonly ChannelContext _server;
    private readonly ChannelOpening _opening;
    private readonly RequestHandler _handle;
    private readonly UaFrameReader _reader;
    private readonly ChannelWriter _writer;
    private readonly MessageAssembler _assembler;
    private readonly HeldMemory _answers;
    private readonly PoolYield _pool = new();
    private readonly CancellationTokenSource _ending = new();
    private TransportLimits _limits;
    private bool _closed;
    private volatile string? _abortReason,
        _ownError;
    private volatile bool _ended;
    private int _sessions;
    private byte[] _refused = [];
    private long _idleSince;

    public UaConnection(Socket socket, ChannelContext server, ChannelOpening opening, RequestHandler handle)
    {
        (_server, _opening, _handle) = (server, opening, handle);
        Remote = socket.RemoteEndPoint;
        Local = socket.LocalEndPoint;
        Accepted = _idleSince = server.Time.GetTimestamp();
        _socket = new ClientSocket(socket, server.Loop);
        Requests = new HeldMemory(server.Memory, ClientMemoryKind.Requests, ReleaseMemory);
        _answers = new HeldMemory(server.Memory, ClientMemoryKind.Answers, ReleaseMemory, UsualAnswers);
        _reader = new UaFrameReader(_socket, Requests);
        _writer = new ChannelWriter(_socket, _answers, server.Time);
        _assembler = new MessageAssembler(Requests);
    }

    public EndPoint? Remote { get; }

    public EndPoint? Local { get; }

    /// <summary>When it began, by <see cref="TimeProvider.GetTimestamp"/>.</summary>
    public long Accepted { get; }

    /// <summary>The channel; null until OPN has been answered.</summary>
    public SecureChannel? Channel
    {
        get => _writer.Channel;
        private set => _writer.Channel = value;
    }

    /// <summary>The URL in HEL.</summary>
    public string? EndpointUrl { get; private set; }

    /// <summary>Called once, when the channel has been opened; null: nobody waits for it.</summary>
    public Action? WhenOpened { get; init; }

    /// <summary>Why the server ended it, as a sentence; null: the client did.</summary>
    public string? EndReason => _ownError ?? _abortReason;

    /// <summary>Sends what is queued.</summary>
    public ChannelWriter Writer => _writer;

    /// <summary>The memory held for requests: chunks of an incomplete one, and requests that wait.</summary>
    public HeldMemory Requests { get; }

    /// <summary>CreateSession requests under way.</summary>
    public PendingCalls Pending { get; } = new(MaxPending);

    /// <summary>False when answers no longer reach the client.</summary>
    public bool IsAlive => !_ended && _writer.Failure is null;

    /// <summary>Cancelled when the connection ends: work whose only result is an answer on it need not go on.</summary>
    public CancellationToken Ended => _ending.Token;

    /// <summary>True while a session is active on this connection.</summary>
    public bool HasSession => Volatile.Read(ref _sessions) > 0;

    /// <summary>Runs until the connection ends; never throws.</summary>
    public async Task RunAsync()
    {
        try
        {
            do
            {
                _writer.Hold();
                await HandleFramesAsync().ConfigureAwait(false);
                await _writer.ReleaseAsync(_server.Limits.MaxQueuedBytes).ConfigureAwait(false);
            } while (!_closed && await _reader.FillAsync(_isBrief).ConfigureAwait(false));
        }
        catch (UaException e)
        {
            _assembler.Clear(); // sending the reason may take long
            await _pool;
            await SendReasonAsync(e).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // The client is gone, or Abort has closed the socket.
        }
        catch (Exception e)
        {
            // A bug, or a failed check of the application: reported, and only this connection ends.
            await _pool;
            _server.Report(new RequestFailed(Remote, $"The connection of {Remote} broke inside the server: {e.Message}", e));
            await SendReasonAsync(new UaException(StatusCodes.BadInternalError, "The server failed.")).ConfigureAwait(false);
        }
        finally
        {
            await _pool;
            End();
        }
    }

    /// <summary>Ends the connection from outside.</summary>
    /// <param name="reason">A whole sentence.</param>
    public void Abort(string reason)
    {
        _abortReason ??= _writer.Failure ?? reason;
        _ended = true;
        _socket.Dispose();
    }

    /// <summary>Most bytes of a response: the smallest of the limits of the session, of the connection, and of the server.</summary>
    public int MaxResponse(int bySession)
    {
        var perChunk = _limits.SendBufferSize - SecureChannel.HeaderLength - Channel!.RoomBehind(_limits.SendBufferSize);
        var byChunks = Math.Min((long)_limits.MaxResponseChunks * perChunk, int.MaxValue);
        return Math.Min(Math.Min(bySession, _limits.MaxResponseSize), Math.Min((int)byChunks, _server.Limits.MaxResponseSize));
    }

    /// <summary>An empty response; writing more than <paramref name="maxSize"/> bytes into it is BadResponseTooLarge.</summary>
    public MessageBuffer RentResponse(int maxSize) =>
        MessageBuffer.Rent(_limits.SendBufferSize, SecureChannel.HeaderLength, Channel!.RoomBehind(_limits.SendBufferSize), maxSize);

    /// <summary>Queues a ServiceFault.</summary>
    public void SendFault(uint requestId, uint requestHandle, StatusCode status)
    {
        var response = RentResponse(int.MaxValue);
        var writer = new UaWriter(response);
        ResponseHead.Write(ref writer, ServiceFault.EncodingId, requestHandle, status, _server.Now);
        writer.Flush();
        Writer.Send(response, requestId);
    }

    /// <summary>Counts the sessions that are active here.</summary>
    public void AddSession(int change)
    {
        Volatile.Write(ref _idleSince, _server.Time.GetTimestamp());
        Interlocked.Add(ref _sessions, change);
    }

    /// <summary>Why the connection should be ended by now; null: it should not.</summary>
    public string? OverdueFor(ChannelLimits limits, TimeProvider time)
    {
        if (_writer.StalledFor > limits.SendTimeout)
            return $"it has not read its answers for {limits.SendTimeout.TotalSeconds:0} s";
        if (Channel is not { } channel)
            return time.GetElapsedTime(Accepted) > limits.HelloTimeout
                ? $"it opened no channel within {limits.HelloTimeout.TotalSeconds:0} s"
                : null;
        if (channel.IsExpired)
            return "its token ran out and was not renewed";
        return !HasSession && time.GetElapsedTime(Volatile.Read(ref _idleSince)) > limits.IdleChannelTimeout
            ? $"it had no session for {limits.IdleChannelTimeout.TotalSeconds:0} s"
            : null;
    }

    /// <summary>Sends what is queued, then ends the connection.</summary>
    public async Task FinishAsync(StatusCode status, string reason, CancellationToken cancellationToken)
    {
        try
        {
            _writer.Enqueue(new OutgoingMessage(null, ErrorMessage.Write(status, reason), MessageType.Error, 0));
            await _writer.ReleaseAsync(0).AsTask().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The client does not read.
        }

        Abort(reason);
    }

    private async ValueTask SendReasonAsync(UaException error)
    {
        _ownError = error.Message;
        if (_refused.Length > 0 || Channel is null && EndpointUrl is not null)
        {
            _server.Report(new ChannelRejected(Remote, $"{Remote}: {error.Message}", error.Status, _refused));
            _server.Refused?.Invoke(this, error, _refused);
        }
        else
            _server.Report(new GarbageReceived(Remote, $"{Remote}: {error.Message}", error.Status));
        _writer.Enqueue(new OutgoingMessage(null, ClosingMessage.FrameFor(error), MessageType.Error, 0));
        await ClosingMessage.SendAsync(_socket, _writer, _server.Time).ConfigureAwait(false);
    }

    // Runs on the thread pool. Ends the connection, which releases its memory; a client that reads its answers gets the reason.
    private bool ReleaseMemory()
    {
        const string why = "The memory for clients is short, and this client holds the most of it.";
        if (_writer.QueuedBytes > 0)
            Abort(why);
        else
            _ = FinishAsync(why);
        return false;
    }

    private async Task FinishAsync(string why)
    {
        using var limit = new CancellationTokenSource(CloseTimeout, _server.Time);
        await FinishAsync(StatusCodes.BadTcpNotEnoughResources, why, limit.Token).ConfigureAwait(false);
    }

    private void ReportOpened(SecureChannel channel)
    {
        WhenOpened?.Invoke();
        _server.Report(
            new ChannelOpened(
                Remote,
                $"{Remote} opened channel {channel.Id} ({channel.Policy}, {channel.Mode}).",
                channel.Id,
                channel.Policy,
                channel.Mode.ToString()
            )
        );
    }

    private void End()
    {
        _ended = true;
        _abortReason ??= _writer.Failure;
        Pending.Close(StatusCodes.BadSecureChannelClosed);
        _ending.Cancel();
        _writer.Close();
        _socket.Dispose();
        _reader.Dispose();
        _assembler.Dispose();
        Requests.Close();
        _answers.Close();
        if (Channel is { } channel)
        {
            _server.Report(
                new ChannelClosed(
                    Remote,
                    $"{Remote} left channel {channel.Id}{(_abortReason is null ? "." : $": {_abortReason}")}",
                    channel.Id
                )
            );
            _server.Closed?.Invoke(this, channel, _abortReason);
        }
        else if (_abortReason is { } reason)
            _server.Report(new ConnectionRefused(Remote, $"{Remote}: {reason}"));
        Channel?.Dispose();
    }
}
