using S7OpcBridge.S7Plus.Client;

namespace S7OpcBridge.S7Plus;

public sealed partial class S7PlusConnection
{
    private AlarmTextLists? _textLists;

    /// <summary>The text lists of the CPU; made on first use.</summary>
    internal AlarmTextLists TextLists =>
        _textLists ?? Interlocked.CompareExchange(ref _textLists, new AlarmTextLists(this, _time), null) ?? _textLists;

    /// <summary>Subscribes to the alarms of the CPU, beside any subscriptions to items.</summary>
    /// <exception cref="S7PlusRefusedException">The CPU does not create the subscription. The connection stays open.</exception>
    /// <exception cref="ArgumentException">Options outside their ranges.</exception>
    public Task<S7PlusAlarmSubscription> SubscribeAlarmsAsync(S7PlusAlarmOptions options, CancellationToken cancellationToken) =>
        AlarmRequests.SubscribeAsync(this, options, cancellationToken);

    /// <summary>Asks for all alarms that are active or not acknowledged.</summary>
    /// <exception cref="S7PlusRefusedException">The CPU does not list them. The connection stays open.</exception>
    public Task<S7PlusPendingAlarms> ReadPendingAlarmsAsync(CancellationToken cancellationToken) =>
        AlarmRequests.ReadPendingAsync(this, cancellationToken);

    /// <summary>
    /// Acknowledges an alarm. Returns when the CPU has accepted that; <see cref="S7PlusAlarmEvent.Acknowledged"/> tells every subscriber when it is done.
    /// </summary>
    /// <remarks>Experimental: the form of the request was seen by one source, on PLCSIM Advanced.</remarks>
    /// <exception cref="S7PlusRefusedException">The CPU refuses. The connection stays open.</exception>
    public Task AcknowledgeAlarmAsync(ulong id, CancellationToken cancellationToken) =>
        AlarmRequests.AcknowledgeAsync(this, id, cancellationToken);
}

/// <summary>The alarms of a CPU that are active or not acknowledged.</summary>
/// <param name="Alarms">The alarms, at most 10,000.</param>
/// <param name="IsWhole">False: the CPU has more, or some could not be read; one that is missing may be there all the same.</param>
public sealed record S7PlusPendingAlarms(IReadOnlyList<S7PlusAlarm> Alarms, bool IsWhole);
