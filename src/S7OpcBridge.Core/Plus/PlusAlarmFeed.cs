using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>The alarms of a CPU that speaks S7CommPlus: Program_Alarm, ProDiag, and those of the system.</summary>
/// <param name="settings">What the map says.</param>
/// <param name="ceiling">Counts the requests.</param>
/// <param name="program">The program as it is known now.</param>
internal sealed class PlusAlarmFeed(
    CpuAlarmSettings settings,
    LoadCeiling ceiling,
    S7PlusConnection connection,
    Func<S7PlusProgram> program
) : CpuAlarmFeed
{
    private readonly Dictionary<ulong, CpuAlarm> _pending = [];
    private readonly PlusAlarmNames _names = new(program);
    private S7PlusAlarmSubscription? _subscription;

    public override async ValueTask<string?> BeginAsync(CancellationToken cancellationToken)
    {
        var languages = settings.Languages.Select(S7PlusAlarmOptions.LcidOf).Where(static lcid => lcid != 0);
        ceiling.Charge();
        _subscription = await connection
            .SubscribeAlarmsAsync(
                new S7PlusAlarmOptions { Languages = [.. languages.Distinct().Take(S7PlusAlarmOptions.MostLanguages)] },
                cancellationToken
            )
            .ConfigureAwait(false);
        return null;
    }

    public override async ValueTask<CpuAlarmList> ListAsync(CancellationToken cancellationToken)
    {
        ceiling.Charge();
        var list = await connection.ReadPendingAlarmsAsync(cancellationToken).ConfigureAwait(false);
        if (list.IsWhole)
            _pending.Clear();
        return new CpuAlarmList([.. list.Alarms.Select(Take).OfType<CpuAlarm>()], list.IsWhole);
    }

    public override async ValueTask<CpuAlarmChanges> ReceiveAsync(CancellationToken cancellationToken)
    {
        var subscription = _subscription!;
        var received = await subscription.ReceiveAsync(cancellationToken).ConfigureAwait(false);
        return new CpuAlarmChanges(
            [.. received.Select(Take).OfType<CpuAlarm>()],
            subscription.TakeLost(),
            received.Count == 0 && subscription.IsEnded
        );
    }

    public override async ValueTask<CpuAckAnswer> AcknowledgeAsync(ulong id, CancellationToken cancellationToken)
    {
        if (!settings.IsExperimental)
            return AckRefusals.NotExperimental;
        try
        {
            ceiling.Charge();
            await connection.AcknowledgeAlarmAsync(id, cancellationToken).ConfigureAwait(false);
            return new CpuAckAnswer(CpuAckResult.Accepted);
        }
        catch (S7PlusRefusedException e)
        {
            return new CpuAckAnswer(CpuAckResult.Refused, e.Message);
        }
    }

    // What the CPU says of an alarm; null: an acknowledgement that failed, or of an alarm that is not known.
    private CpuAlarm? Take(S7PlusAlarm told)
    {
        if (told.Event == S7PlusAlarmEvent.Acknowledged)
        {
            if (told.AcknowledgeResult != 0 || !_pending.TryGetValue(told.Id, out var known))
                return null;
            return Keep(known with { IsAcked = true, AckTime = told.AcknowledgeTime });
        }
        var source = _names.BlockOf(told);
        return Keep(
            new CpuAlarm
            {
                Id = told.Id,
                Name = source.Length > 0 ? $"{source}/{told.Number}" : $"System/{told.Source:X8}/{told.Number}",
                Source = source,
                Class = ClassOf(told.Domain),
                Severity = Math.Min(1 + (62 * told.Priority), 1000),
                IsActive = told.IsActive,
                IsAcked = told.IsAcknowledged,
                NeedsAck = told.NeedsAcknowledgement,
                Time = told.Time,
                AckTime = told.AcknowledgeTime,
                Texts = [.. told.Texts.Select(static text => new CpuAlarmText(text.Locale, text.Text, text.Info, text.Additional))],
                Values = told.Values,
                Sequence = told.Sequence,
            }
        );
    }

    // Those that may be acknowledged later.
    private CpuAlarm Keep(CpuAlarm alarm)
    {
        if (!alarm.IsPending)
            _pending.Remove(alarm.Id);
        else if (_pending.Count < AckRefusals.MostPending || _pending.ContainsKey(alarm.Id))
            _pending[alarm.Id] = alarm;
        return alarm;
    }

    private static CpuAlarmClass ClassOf(ushort domain) =>
        domain switch
        {
            2 or 3 => CpuAlarmClass.Security,
            >= 256 => CpuAlarmClass.Process,
            _ => CpuAlarmClass.System,
        };
}
