using System.Collections.Immutable;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// The pending alarms of a CPU, one per signal. A message says the state of all signals of a block, and an acknowledgement says less than that: what it means
/// for each signal follows from what was known.
/// </summary>
internal sealed class S7AlarmMemory(PlcDefinition plc, CpuAlarmSettings settings)
{
    private const int Signals = 8;

    private readonly Dictionary<ulong, Known> _pending = [];

    /// <summary>Forgets all, before a list.</summary>
    public void Clear() => _pending.Clear();

    /// <summary>The alarms of a list.</summary>
    public ImmutableArray<CpuAlarm> Take(IReadOnlyList<S7PendingAlarm> list)
    {
        var alarms = ImmutableArray.CreateBuilder<CpuAlarm>();
        foreach (var pending in list)
            Take(pending.State, pending.Going ?? pending.Coming, pending.Values, alarms);
        return alarms.DrainToImmutable();
    }

    /// <summary>Adds what changes by a message. True: the CPU says that it has lost changes.</summary>
    public bool Take(S7Message message, ImmutableArray<CpuAlarm>.Builder changes)
    {
        var hasLost = false;
        if (message is S7AlarmMessage told)
        {
            foreach (var change in told.Alarms)
            {
                hasLost |= change.Mark != 0;
                Take(change.State, told.Time, change.Values, changes);
            }
        }
        else if (message is S7AcknowledgedMessage acknowledged)
        {
            foreach (var state in acknowledged.Alarms)
                Acknowledge(state, acknowledged.Time, changes);
        }
        return hasLost;
    }

    /// <summary>An entry of the diagnostics buffer; classes 1 to 8 tell of faults, but 4 of modes and 1 of starts.</summary>
    public CpuEvent EventOf(S7DiagnosticEntry entry) =>
        new(UtcOf(entry.Time), entry.Words, entry.IsComing && entry.EventId >> 12 is 2 or 3 or 5 or 6 or 7 or 8);

    /// <summary>A STOP as an event.</summary>
    public CpuEvent EventOf(S7StopCause stop) => new(UtcOf(stop.Time), stop.Words, IsFault: true);

    private void Take(in S7AlarmState state, DateTime? time, IReadOnlyList<S7MessageValue> values, ImmutableArray<CpuAlarm>.Builder changes)
    {
        // Blocks with one signal use the first; those with eight say nothing of the others, which are never active.
        var most = state.Kind is S7AlarmKind.Alarm8 or S7AlarmKind.Notify ? Signals : 1;
        for (var signal = 1; signal <= most; signal++)
        {
            var id = IdOf(state, signal);
            var (isActive, isAcked) = (state.IsActive(signal), state.IsAcknowledged(signal));
            var isKnown = _pending.TryGetValue(id, out var known);
            if (isKnown ? known.Alarm.IsActive == isActive && known.Alarm.IsAcked == isAcked : !isActive && isAcked)
                continue;
            var alarm =
                isKnown && known.Alarm.IsActive == isActive
                    ? known.Alarm with
                    {
                        IsAcked = isAcked,
                        AckTime = isAcked ? UtcOf(time) : null,
                    }
                    : Make(state, signal, id, isActive, isAcked, UtcOf(time), values);
            Keep(new Known(alarm, state.Kind), changes);
        }
    }

    private void Acknowledge(in S7AlarmState state, DateTime? time, ImmutableArray<CpuAlarm>.Builder changes)
    {
        for (var signal = 0; signal <= Signals; signal++)
        {
            if (!_pending.TryGetValue(((ulong)state.Id << 8) | (uint)signal, out var known) || known.Alarm.IsAcked)
                continue;
            if ((state with { Kind = known.Kind }).IsAcknowledged(Math.Max(1, signal)))
                Keep(known with { Alarm = known.Alarm with { IsAcked = true, AckTime = UtcOf(time) } }, changes);
        }
    }

    private void Keep(in Known known, ImmutableArray<CpuAlarm>.Builder changes)
    {
        changes.Add(known.Alarm);
        // What needs no acknowledgement, such as a NOTIFY, is acknowledged from the start (S7AlarmState.IsAcknowledged).
        if (!known.Alarm.IsPending)
            _pending.Remove(known.Alarm.Id);
        else if (_pending.Count < AckRefusals.MostPending || _pending.ContainsKey(known.Alarm.Id))
            _pending[known.Alarm.Id] = known;
    }

    private CpuAlarm Make(
        in S7AlarmState state,
        int signal,
        ulong id,
        bool isActive,
        bool isAcked,
        DateTimeOffset? time,
        IReadOnlyList<S7MessageValue> values
    )
    {
        var name = new S7AlarmNumber(state.Id, (int)(id & 0xFF)).ToString();
        // A table may name a block with one signal either way.
        var entry =
            settings.Texts.GetValueOrDefault(name)
            ?? (signal == 1 ? settings.Texts.GetValueOrDefault(new S7AlarmNumber(state.Id, 0).ToString()) : null);
        ImmutableArray<string> shown = [.. values.Select(static value => value.ToString())];
        return new CpuAlarm
        {
            Id = id,
            Name = name,
            Severity = entry?.Severity ?? 0,
            IsActive = isActive,
            IsAcked = isAcked,
            NeedsAck = state.Kind is S7AlarmKind.Alarm8 or S7AlarmKind.AlarmSq,
            Time = time ?? default,
            Texts = entry is null
                ? []
                : [.. entry.Texts.Select(text => new CpuAlarmText(text.Locale, S7AlarmText.With(text.Text, shown), "", []))],
            Values = shown,
        };
    }

    // Blocks with one signal have no number of it; which NOTIFY has more, only the second one shows.
    private static ulong IdOf(in S7AlarmState state, int signal) =>
        ((ulong)state.Id << 8) | (state.Kind == S7AlarmKind.Alarm8 || signal > 1 ? (uint)signal : 0u);

    // The CPU's clock has no zone; the map says which.
    private DateTimeOffset? UtcOf(DateTime? time) =>
        time is { } local ? new DateTimeOffset(local, plc.TimeZone.GetUtcOffset(local)).ToUniversalTime() : null;

    private readonly record struct Known(CpuAlarm Alarm, S7AlarmKind Kind);
}
