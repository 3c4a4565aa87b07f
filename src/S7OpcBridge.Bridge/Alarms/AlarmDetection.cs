using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>
/// Finds out from published values what is active, and tells the conditions. It looks only at tags that changed; without a change nothing is allocated. All
/// members take the same lock.
/// </summary>
internal sealed class AlarmDetection : IDisposable
{
    private readonly Lock _gate;
    private readonly ConditionSet _conditions;
    private readonly AlarmTimers _timers;
    private readonly Func<int, TagValue> _read;
    private readonly int[] _one = new int[1];
    private AlarmModel _model = AlarmModel.None;
    private AlarmState[] _states = [];

    /// <param name="gate">The lock of all alarms.</param>
    /// <param name="conditions">What is told.</param>
    /// <param name="read">The present value of a tag, for texts.</param>
    public AlarmDetection(Lock gate, ConditionSet conditions, TimeProvider time, Func<int, TagValue> read)
    {
        (_gate, _conditions, _read) = (gate, conditions, read);
        _timers = new AlarmTimers(time, Elapse);
    }

    public AlarmModel Model => _model;

    /// <summary>Changes that wait for their delay, also those that were taken back.</summary>
    public int Waiting => _timers.Count;

    /// <summary>Called with the rule of an alarm that has become active.</summary>
    public Action<int>? Raised { get; set; }

    /// <summary>Called with the rule of an alarm that the PLC acknowledges, and when, in OPC UA ticks.</summary>
    public Action<int, long>? Echoed { get; set; }

    /// <summary>The last value of the bit by which the PLC acknowledges.</summary>
    public EchoState EchoOf(int rule) => _states[rule].Echo;

    /// <summary>Replaces the alarms; their conditions are already in the set, with the states that they keep.</summary>
    /// <param name="model">The alarms.</param>
    /// <param name="present">The present values; the first look happens with them, because unchanged tags are not read again.</param>
    public void Adopt(AlarmModel model, Func<int, TagSample?> present)
    {
        lock (_gate)
        {
            _timers.Clear();
            (_model, _states) = (model, new AlarmState[model.Rules.Length]);
            for (var rule = 0; rule < _states.Length; rule++)
                _states[rule].Reported = _states[rule].Wanted = _conditions.Show(rule).Record.States;
            for (var rule = 0; rule < _states.Length; rule++)
            {
                if (present(model.Rules[rule].Tag) is { } sample)
                    TakeValue(rule, sample);
                if (model.Rules[rule].EchoTag is >= 0 and var echo && present(echo) is { } bit)
                    TakeEcho(rule, bit);
            }
        }
    }

    /// <summary>
    /// Evaluates the alarms of the tags in a published batch. In a cluster also for PLCs that other nodes read, so that all nodes have all alarms.
    /// </summary>
    public void Evaluate(TagBatch batch)
    {
        if (_model.Rules.Length == 0 || batch.Count == 0)
            return;
        lock (_gate)
        {
            foreach (ref readonly var sample in batch.Samples)
            {
                for (var link = _model.FirstOf(sample.Tag); link >= 0; link = _model[link].Next)
                {
                    ref readonly var found = ref _model[link];
                    if (found.IsEcho)
                        TakeEcho(found.Rule, sample);
                    else
                        TakeValue(found.Rule, sample);
                }
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _timers.Dispose();

    private void TakeValue(int rule, in TagSample sample)
    {
        ref var state = ref _states[rule];
        var quality = StatusMapping.ToStatusCode(sample.Quality);
        var time = UaTime.FromTicks(sample.SourceTicks);
        // The link is lost, or back with the same value: nothing is cleared.
        if (sample.Value.Kind == TagValueKind.None)
        {
            if (state.Quality != quality || !state.IsKnown)
                SetQuality(rule, quality, time);
            return;
        }
        state.Quality = quality;
        state.IsKnown = true;
        state.Wanted = AlarmTest.Evaluate(_model.Rules[rule].Alarm, sample.Value, state.Wanted);
        if (state.Wanted == state.Reported)
        {
            state.Due = 0;
            Update(rule, message: null, time);
            return;
        }
        var isRising = AlarmTest.IsWorse(state.Wanted, state.Reported);
        var alarm = _model.Rules[rule].Alarm;
        var delay = isRising ? alarm.Delay : alarm.OffDelay;
        if (delay == TimeSpan.Zero)
            Report(rule, time);
        else if (state.Due == 0 || state.IsRising != isRising)
            (state.Due, state.IsRising) = (Wait(rule, delay), isRising);
    }

    private void TakeEcho(int rule, in TagSample sample)
    {
        if (sample.Value.Kind != TagValueKind.Boolean)
            return;
        ref var state = ref _states[rule];
        var isRising = sample.Value.Bits != 0 && state.Echo == EchoState.Off;
        state.Echo = sample.Value.Bits != 0 ? EchoState.On : EchoState.Off;
        if (isRising)
            Echoed?.Invoke(rule, UaTime.FromTicks(sample.SourceTicks));
    }

    private void SetQuality(int rule, StatusCode quality, long time)
    {
        _states[rule].Quality = quality;
        _one[0] = rule;
        _conditions.SetQuality(_one, quality, time);
    }

    // The time is that of the value, or that of now for a change that had to wait.
    private void Report(int rule, long time)
    {
        ref var state = ref _states[rule];
        var wasActive = state.Reported != ConditionStates.Inactive;
        state.Reported = state.Wanted;
        state.Due = 0;
        var message = state.Reported != ConditionStates.Inactive ? _model.Rules[rule].Message?.With(_read) : null;
        Update(rule, message, time);
        if (!wasActive && state.Reported != ConditionStates.Inactive)
            Raised?.Invoke(rule);
    }

    private void Update(int rule, ConditionText? message, long time)
    {
        ref readonly var state = ref _states[rule];
        _conditions.Update(
            rule,
            new ConditionUpdate(state.Reported, (ushort)_model.Rules[rule].Alarm.Severity, message, time, state.Quality)
        );
    }

    private long Wait(int rule, TimeSpan delay)
    {
        // A bit that chatters leaves entries of changes that were taken back.
        if (_timers.Count > (4 * _states.Length) + 1000)
            Requeue();
        return _timers.Set(rule, delay);
    }

    private void Requeue()
    {
        _timers.Clear();
        for (var rule = 0; rule < _states.Length; rule++)
        {
            if (_states[rule].Due is > 0 and var due)
                _states[rule].Due = _timers.SetAt(rule, due);
        }
    }

    private void Elapse()
    {
        lock (_gate)
        {
            while (_timers.TryTake(_timers.Now, out var rule, out var due))
            {
                if (rule < _states.Length && _states[rule].Due == due)
                    Report(rule, time: 0);
            }
            _timers.Arm();
        }
    }
}
