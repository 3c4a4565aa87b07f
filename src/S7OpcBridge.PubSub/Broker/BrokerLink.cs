using System.Net;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Connecting;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>The connection to one broker: made again whenever it ends, until it is cancelled.</summary>
/// <remarks>
/// Messages go out in the order of the buffer and leave it when the broker has taken them over; those that were in flight when a connection ended are
/// sent again, in order, before all others. So each arrives at least once, with quality 2, too, which is "exactly once" within one connection only.
/// </remarks>
internal sealed class BrokerLink
{
    // A broker that ends the connection so often while one and the same message is in flight does so because of it.
    private const int MostEndsOfOneMessage = 10;
    private static readonly TimeSpan Lasting = TimeSpan.FromSeconds(30);

    private readonly LinkParts _parts;
    private readonly BrokerBackoff _backoff;
    private readonly bool _isPlainPassword;
    private MqttVersion? _version;
    private BrokerSession? _session;
    private MqttVersion? _spoken;
    private BrokerState _phase = BrokerState.Stopped;
    private string? _trouble;
    private (string Topic, MessageSource Source, int Ends) _suspect;
    private bool _isCareful;

    public BrokerLink(BrokerOptions options, MessageBuffer buffer, CommandTopics? commands, EdgeSession? edge, TimeProvider time)
    {
        var counters = new LinkCounters();
        _parts = new LinkParts(options, buffer, commands is null ? null : new CommandQueue(commands, options, counters), edge, time)
        {
            Counters = counters,
            Tell = happened => Happened?.Invoke(happened),
        };
        _backoff = new BrokerBackoff(options.FirstPause, options.LongestPause);
        _version = options.Version;
        _isPlainPassword = options is { IsTls: false, AllowInsecure: false, Password: not null } && !IsLoopback(options.Address.Host);
        buffer.Happened += happened => Happened?.Invoke(happened);
        buffer.Filled += _parts.Work.Set;
        if (edge is not null)
            edge.Born += _parts.Work.Set;
    }

    /// <summary>
    /// Raised on the link's loop, which waits for its listeners (they must be quick), and for lost messages by those who lose them.
    /// <see cref="BrokerConnected"/> asks for key frames.
    /// </summary>
    public event Action<BrokerEvent>? Happened;

    /// <summary>How it stands, and what it has done.</summary>
    public BrokerFigures Figures
    {
        get
        {
            var counters = _parts.Counters;
            var session = Volatile.Read(ref _session);
            var state =
                session is null ? _phase
                : session.IsSettled ? BrokerState.Connected
                : BrokerState.Settling;
            return new BrokerFigures(
                state,
                session is null ? null : _spoken,
                session is null ? _trouble : WaitsForHost(),
                counters.Messages,
                counters.Values,
                counters.Bytes,
                session?.InFlight ?? 0,
                counters.Connects,
                counters.Refused,
                counters.Commands,
                counters.RefusedCommands,
                counters.UnknownAcknowledgements,
                _parts.Buffer.Figures
            );
        }
    }

    /// <summary>Takes over what is kept at the broker: at the start, before it runs, and with each changed map. Any thread.</summary>
    public void Retain(RetainedTopics topics)
    {
        _parts.Keeper.Replace(topics);
        Volatile.Read(ref _session)?.Changed();
    }

    /// <summary>Connects, sends, and connects again, until it is cancelled; then says farewell and disconnects.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        _parts.Buffer.TellOpening();
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var commands = _parts.Commands?.RunAsync(_parts, MayAnswer, end.Token) ?? Task.CompletedTask;
        try
        {
            while (!cancellationToken.IsCancellationRequested)
                await ConnectOnceAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Between two connections.
        }
        finally
        {
            _phase = BrokerState.Stopped;
            await end.CancelAsync();
            await commands.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task ConnectOnceAsync(CancellationToken cancellationToken)
    {
        var ended = await TryRunAsync(cancellationToken);
        if (ended is null)
            return;
        var pause = _backoff.Next(ended.Reason is BrokerRefusal.TakenOver or BrokerRefusal.PlainPassword);
        (_trouble, _phase) = (ended.Message, BrokerState.Waiting);
        _parts.Tell(new BrokerNotConnected(ended.Reason, ended.Message, pause));
        await Task.Delay(pause, _parts.Time, cancellationToken);
    }

    private async Task<BrokerException?> TryRunAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (_isPlainPassword)
                return _parts.Words.PlainPassword();
            _phase = BrokerState.Connecting;
            var connection = await OpenAsync(cancellationToken);
            return await RunAsync(connection, cancellationToken);
        }
        catch (BrokerException e)
        {
            return e;
        }
    }

    private async Task<BrokerConnection> OpenAsync(CancellationToken cancellationToken)
    {
        var options = _parts.Options with { Version = _version };
        var will = _parts.Edge?.NextWill() ?? _parts.Keeper.Topics.Will;
        var connection = await BrokerConnection.OpenAsync(options, will, _parts.Time, cancellationToken);
        // Without a word it may as well have been a broker that was just ending.
        if (connection.IsOldest)
            _version = connection.Version;
        return connection;
    }

    private async Task<BrokerException?> RunAsync(BrokerConnection connection, CancellationToken cancellationToken)
    {
        var isFirst = _parts.Counters.Connects++ == 0;
        var settle = isFirst && _parts.Buffer.Figures.Messages == 0 ? TimeSpan.Zero : _parts.Options.Settle;
        var began = _parts.Time.GetTimestamp();
        var session = new BrokerSession(_parts, connection, settle, _isCareful);
        _spoken = connection.Version;
        Volatile.Write(ref _session, session);
        _parts.Buffer.Resume();
        _parts.Edge?.Begin();
        BrokerException? ended = null;
        try
        {
            _parts.Tell(new BrokerConnected(connection.Version, !isFirst));
            ended = await session.RunAsync(cancellationToken);
            return ended;
        }
        finally
        {
            Volatile.Write(ref _session, null);
            _parts.Edge?.End();
            if (ended is not null)
                Suspect(session, ended);
            _parts.Buffer.Suspend();
            if (_parts.Time.GetElapsedTime(began) >= Lasting)
                _backoff.Reset();
        }
    }

    private string? WaitsForHost() =>
        _parts.Edge?.MissingHost is { } host ? $"The primary host {host} is not online; what changes waits for it." : null;

    // A message that the broker ends connections for must not stop all behind it: it is found by sending one after the other, and left out.
    private void Suspect(BrokerSession session, BrokerException ended)
    {
        if (!ended.IsAboutMessage && ended.Reason != BrokerRefusal.Closed)
            return;
        var suspect = session.Suspect();
        var isSame = suspect is { } one && one == (_suspect.Topic, _suspect.Source) && session.Acknowledged == 0;
        _suspect = suspect is { } now ? (now.Topic, now.Source, isSame ? _suspect.Ends + 1 : 1) : default;
        var isGuilty = suspect is not null && _isCareful && (ended.IsAboutMessage || _suspect.Ends >= MostEndsOfOneMessage);
        _isCareful = true;
        if (!isGuilty)
            return;
        _parts.Counters.Refused++;
        if (_suspect.Source == MessageSource.Buffer)
            _parts.Buffer.AcknowledgeOldest();
        else
            _parts.Keeper.LeaveOut(_suspect.Topic);
        _parts.Tell(
            new BrokerRefusedTopic(
                ended.Reason,
                _suspect.Topic,
                $"A message to {_suspect.Topic} is left out: the broker ends the connection when it gets it. {ended.Message}"
            )
        );
        _suspect = default;
    }

    // A command may not make this bridge publish where its own messages are, or where commands are.
    private bool MayAnswer(string topic)
    {
        if (topic.AsSpan().ContainsAny('+', '#', '\0') || topic[0] == '$' || _parts.Commands?.Covers(topic) == true)
            return false;
        var kept = _parts.Keeper.Topics;
        return !kept.IsKept(topic)
            && !kept.Messages.Any(message => message.Topic == topic)
            && !new RetainedSweep(kept.Own, default).Covers(topic);
    }

    private static bool IsLoopback(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
