using S7OpcBridge.S7.Messages;
using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>
/// The messages that a CPU sends to one connection, in the order of their arrival. At most 8,192 of them wait, 2 MB in all; what comes on top is dropped and
/// counted. Read by one caller at a time.
/// </summary>
public sealed class S7MessageSubscription
{
    private readonly S7Connection _connection;
    private readonly IndicationQueue _queue = new();

    // What the CPU accepted.
    private bool _hasAny,
        _hasAlarm8,
        _hasAlarmS;

    internal S7MessageSubscription(S7Connection connection, S7MessageKinds kinds, string name)
    {
        (_connection, Kinds, Name) = (connection, kinds, name);
        if (!connection.TryListen(_queue.Offer))
            throw new InvalidOperationException("This connection has a subscription already; end it first.");
    }

    /// <summary>What the CPU was asked to send.</summary>
    public S7MessageKinds Kinds { get; }

    /// <summary>Name of this station.</summary>
    public string Name { get; }

    /// <summary>Messages dropped because too many waited.</summary>
    public long Dropped => _queue.Dropped;

    /// <summary>Messages that could not be read.</summary>
    public long Broken => _queue.Broken;

    /// <summary>True once after messages were dropped or could not be read: read the list of pending alarms again.</summary>
    public bool TakeLost() => _queue.TakeLost();

    /// <summary>The next message; null: none is waiting.</summary>
    public S7Message? TryReceive() => _queue.TryTake();

    /// <summary>Waits for the next message. Null: the subscription or the connection has ended, see <see cref="S7Connection.Failure"/>.</summary>
    public async ValueTask<S7Message?> ReceiveAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (_queue.TryTake() is { } message)
                return message;
            if (!await _queue.WaitAsync(cancellationToken).ConfigureAwait(false))
                return null;
        }
    }

    /// <summary>Tells the CPU to send no more.</summary>
    /// <exception cref="S7Exception">The CPU refused that, or the connection failed. Messages are dropped all the same.</exception>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        Close();
        if (_hasAny)
            await SendMaskAsync(0, null, cancellationToken).ConfigureAwait(false);
        if (_hasAlarm8)
            await SendMaskAsync(0, MessageFrames.EndAlarm8, cancellationToken).ConfigureAwait(false);
        if (_hasAlarmS)
            await SendMaskAsync(0, MessageFrames.EndAlarmS, cancellationToken).ConfigureAwait(false);
    }

    internal async Task BeginAsync(CancellationToken cancellationToken)
    {
        _ = CompleteAtEndAsync();
        var mask = (byte)(Kinds & (S7MessageKinds.Mode | S7MessageKinds.System | S7MessageKinds.User));
        if (Kinds.HasFlag(S7MessageKinds.Alarm8))
        {
            await SendMaskAsync(mask, MessageFrames.BeginAlarm8, cancellationToken).ConfigureAwait(false);
            _hasAny = _hasAlarm8 = true;
        }
        if (Kinds.HasFlag(S7MessageKinds.AlarmS))
        {
            await SendMaskAsync(mask, MessageFrames.BeginAlarmS, cancellationToken).ConfigureAwait(false);
            _hasAny = _hasAlarmS = true;
        }
        if (!_hasAny)
        {
            await SendMaskAsync(mask, null, cancellationToken).ConfigureAwait(false);
            _hasAny = true;
        }
    }

    /// <summary>Takes back what the CPU accepted before it refused something.</summary>
    internal async Task WithdrawAsync(CancellationToken cancellationToken)
    {
        try
        {
            await EndAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException)
        {
            // What it still sends is counted and dropped.
        }
    }

    internal void Close()
    {
        _connection.StopListening();
        _queue.Complete();
    }

    private async Task CompleteAtEndAsync()
    {
        await _connection.Ended.ConfigureAwait(false);
        _queue.Complete();
    }

    private async Task SendMaskAsync(byte mask, byte? alarmType, CancellationToken cancellationToken)
    {
        var job = await new UserdataExchange(_connection, UserdataGroup.Cpu, MessageFrames.Subscribe)
            .AskAsync(MessageFrames.Mask(mask, Name, alarmType), cancellationToken)
            .ConfigureAwait(false);
        if (UserdataFrame.RefusalOf(job.Answer, job.Status) is { } refusal)
            throw refusal;
    }
}
