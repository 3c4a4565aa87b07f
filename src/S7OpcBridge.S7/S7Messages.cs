using S7OpcBridge.S7.Messages;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>
/// The message service of S7-300 and S7-400 (userdata group 4): what a CPU sends on its own, the list of its pending alarms, acknowledgements. A CPU keeps
/// nothing for a station that is away, so subscribe first, then read the list: a message that arrives before the list is newer than the list. Frames of WinCC,
/// STEP 7, an S7-315 and an S7-400 are known; ALARM_S that comes and acknowledging are known from other implementations only.
/// </summary>
public sealed class S7Messages
{
    private const ushort CommunicationList = 0x0131;
    private const ushort MessagesIndex = 0x0010;
    private const int FunctionsOffset = 2;
    private const byte OffersAlarm8 = 0x04;

    private readonly S7Connection _connection;

    internal S7Messages(S7Connection connection) => _connection = connection;

    /// <summary>
    /// What the CPU may send, from SZL 0131 index 16. An S7-300 and others without this list are expected to send all but <see cref="S7MessageKinds.Alarm8"/>;
    /// whether they do, subscribing tells.
    /// </summary>
    public async Task<S7MessageKinds> ReadKindsAsync(CancellationToken cancellationToken)
    {
        const S7MessageKinds OfAll = S7MessageKinds.Mode | S7MessageKinds.System | S7MessageKinds.User | S7MessageKinds.AlarmS;
        try
        {
            var list = await _connection.Userdata.ReadListAsync(CommunicationList, MessagesIndex, cancellationToken).ConfigureAwait(false);
            var record = list.Find(MessagesIndex, FunctionsOffset + 1);
            return !record.IsEmpty && (record[FunctionsOffset] & OffersAlarm8) != 0 ? OfAll | S7MessageKinds.Alarm8 : OfAll;
        }
        catch (S7RefusedException)
        {
            return OfAll;
        }
    }

    /// <summary>Asks the CPU to send messages. A connection has one subscription at a time.</summary>
    /// <param name="kinds">What it shall send.</param>
    /// <param name="name">Name of this station, 1 to 8 characters of Latin-1; the CPU keeps what it sends by it.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="S7RefusedException">The CPU sends none; the message is a sentence that says so.</exception>
    /// <exception cref="InvalidOperationException">The connection has a subscription.</exception>
    public async Task<S7MessageSubscription> SubscribeAsync(S7MessageKinds kinds, string name, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfZero((int)kinds);
        ArgumentOutOfRangeException.ThrowIfLessThan(name.Length, 1, nameof(name));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(name.Length, MessageFrames.NameLength, nameof(name));
        // It listens before it asks: the first message may come before the answer.
        var subscription = new S7MessageSubscription(_connection, kinds, name);
        try
        {
            await subscription.BeginAsync(cancellationToken).ConfigureAwait(false);
            return subscription;
        }
        catch (S7RefusedException e)
        {
            await subscription.WithdrawAsync(cancellationToken).ConfigureAwait(false);
            throw Explained(e);
        }
        catch
        {
            subscription.Close();
            throw;
        }
    }

    /// <summary>The alarms that are active or wait for an acknowledgement, at most 10,000.</summary>
    /// <param name="kind"><see cref="S7MessageKinds.AlarmS"/> or <see cref="S7MessageKinds.Alarm8"/>.</param>
    /// <param name="cancellationToken">Checked between the parts of the list.</param>
    /// <exception cref="S7RefusedException">The CPU has no such list.</exception>
    /// <exception cref="S7ProtocolException">The list is broken or does not end; the connection stays open.</exception>
    public async Task<IReadOnlyList<S7PendingAlarm>> ReadPendingAsync(S7MessageKinds kind, CancellationToken cancellationToken)
    {
        if (kind is not (S7MessageKinds.AlarmS or S7MessageKinds.Alarm8))
            throw new ArgumentOutOfRangeException(nameof(kind), kind, "Pending alarms are listed by kind: AlarmS or Alarm8.");
        try
        {
            var list = await Exchange(MessageFrames.Pending)
                .AskForDataAsync(MessageFrames.Query(kind), PendingAlarms.LongestList, cancellationToken)
                .ConfigureAwait(false);
            return PendingAlarms.Read(list);
        }
        catch (S7RefusedException e)
        {
            throw Explained(e);
        }
    }

    /// <summary>
    /// Acknowledges alarms; the CPU then tells all stations, this one included, by an <see cref="S7AcknowledgedMessage"/>. Not seen on a real CPU yet.
    /// </summary>
    /// <returns>For each alarm <see cref="S7ItemStatus.Ok"/>, or the code of the CPU.</returns>
    /// <exception cref="S7RefusedException">The CPU takes no acknowledgement at all.</exception>
    public async Task<IReadOnlyList<S7ItemStatus>> AcknowledgeAsync(
        ReadOnlyMemory<S7AlarmAcknowledgement> alarms,
        CancellationToken cancellationToken
    )
    {
        var statuses = new S7ItemStatus[alarms.Length];
        var most = MessageFrames.MostAcknowledgements(_connection.PduSize);
        try
        {
            for (var at = 0; at < alarms.Length; at += most)
            {
                var count = Math.Min(most, alarms.Length - at);
                var job = await Exchange(MessageFrames.Acknowledge)
                    .AskAsync(MessageFrames.Acknowledgement(alarms.Span.Slice(at, count)), cancellationToken)
                    .ConfigureAwait(false);
                if (job.Status == S7ItemStatus.Ok)
                    MessageFrames.ReadCodes(job.Payload, statuses.AsSpan(at, count));
                else
                    statuses.AsSpan(at, count).Fill(job.Status);
            }
            return statuses;
        }
        catch (S7RefusedException e)
        {
            throw Explained(e);
        }
    }

    private UserdataExchange Exchange(byte function) => new(_connection, UserdataGroup.Cpu, function) { KeepsReference = true };

    private static S7RefusedException Explained(S7RefusedException e) =>
        new($"The PLC refused the service: {S7Reason.ForMessages(e.Code)}", e.Code);
}
