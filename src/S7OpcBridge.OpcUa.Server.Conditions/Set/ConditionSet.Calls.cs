using S7OpcBridge.OpcUa.Server.Conditions.Definitions;
using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>What clients call.</summary>
public sealed partial class ConditionSet
{
    private ITimer? _unshelving;

    /// <summary>Runs a method of a condition; who calls has been checked.</summary>
    internal async ValueTask<StatusCode> CallAsync(ConditionCall call, CancellationToken cancellationToken)
    {
        if (call.Action is ConditionAction.Acknowledge or ConditionAction.Confirm && Handler is { } handler)
        {
            lock (_gate)
            {
                if (Check(call) is { IsBad: true } refused)
                    return refused;
            }

            var answer = await handler(new ConditionRequest(call.Condition, call.Action, call.Caller, call.Comment), cancellationToken)
                .ConfigureAwait(false);
            if (answer.IsBad || answer.Value == StatusCodes.GoodCompletesAsynchronously)
                return answer.IsBad ? answer : StatusCodes.Good;
        }

        lock (_order)
        {
            lock (_gate)
            {
                if (Check(call) is { IsBad: true } refused)
                    return refused;
                Apply(call, ref _rows[call.Condition], Now);
            }

            Report(call.Condition, 0);
        }

        return StatusCodes.Good;
    }

    private StatusCode Check(ConditionCall call)
    {
        if ((uint)call.Condition >= (uint)Count)
            return StatusCodes.BadNodeIdUnknown; // removed meanwhile
        var key = ConditionEventId.KeyOf(_server, _model.IdBytes(call.Condition));
        return ConditionChecks.Check(
            _rows[call.Condition],
            _model.RulesOf(call.Condition),
            call,
            ConditionEventId.NumberOf(key, call.EventId)
        );
    }

    private void Apply(ConditionCall call, ref ConditionRow row, long now)
    {
        var rules = _model.RulesOf(call.Condition);
        row.Comment(call.Comment, call.Caller.User, now);
        switch (call.Action)
        {
            case ConditionAction.Acknowledge:
                row.Acknowledge(rules, now);
                break;
            case ConditionAction.Confirm:
                row.Confirm(now);
                break;
            case ConditionAction.Enable or ConditionAction.Disable:
                row.Enable(call.Action == ConditionAction.Enable, now);
                break;
            case ConditionAction.TimedShelve:
                row.Shelve(
                    ShelvingMode.Timed,
                    UaTime.Clamp((long)Math.Min(long.MaxValue / 2, call.ShelvingTime * TimeSpan.TicksPerMillisecond) + now),
                    now
                );
                break;
            case ConditionAction.OneShotShelve:
                row.Shelve(
                    ShelvingMode.OneShot,
                    rules.MaxTimeShelved > TimeSpan.Zero ? now + rules.MaxTimeShelved.Ticks : long.MaxValue,
                    now
                );
                break;
            case ConditionAction.Unshelve:
                row.Shelve(ShelvingMode.Unshelved, 0, now);
                break;
        }

        SetTimer();
    }

    // The timer is due when the first shelving ends; within the gate.
    private void SetTimer()
    {
        var first = long.MaxValue;
        foreach (ref readonly var row in Rows)
        {
            if (row.Notes is { Shelving: not ShelvingMode.Unshelved } notes)
                first = Math.Min(first, notes.UnshelveTime);
        }

        if (first == long.MaxValue && _unshelving is null)
            return;
        _unshelving ??= _time.CreateTimer(
            static set => ((ConditionSet)set!).UnshelveDue(),
            this,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan
        );
        // Timers take 49 days at most; after that it looks again.
        var left = first == long.MaxValue ? Timeout.InfiniteTimeSpan : TimeSpan.FromTicks(Math.Clamp(first - Now, 0, TimeSpan.TicksPerDay));
        _unshelving.Change(left, Timeout.InfiniteTimeSpan);
    }

    private void UnshelveDue()
    {
        lock (_order)
        {
            for (var condition = 0; condition < Count; condition++)
            {
                lock (_gate)
                {
                    ref var row = ref _rows[condition];
                    if (row.Notes is not { Shelving: not ShelvingMode.Unshelved } notes || notes.UnshelveTime > Now)
                        continue;
                    row.Shelve(ShelvingMode.Unshelved, 0, Now);
                }

                Report(condition, 0);
            }

            lock (_gate)
                SetTimer();
        }
    }
}
