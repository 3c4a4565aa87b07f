using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Alarms;

namespace S7OpcBridge.Simulator;

/// <summary>The alarms of a soft PLC: raised by callers, by scripts or by bits. Every member may be used at any time, from any thread.</summary>
public sealed class SoftAlarms
{
    private const uint SystemSource = AlarmIds.SystemAlarms | 1;
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, AlarmInstance> _alarms = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<Action<AlarmNews>> _listeners = [];
    private readonly AlarmSources _sources;
    private readonly TimeProvider _time;

    internal SoftAlarms(IReadOnlyList<SoftAlarm> alarms, AlarmSources sources, TimeProvider time)
    {
        (_sources, _time) = (sources, time);
        foreach (var alarm in alarms)
            Declare(alarm);
    }

    /// <summary>Names of the alarms that are active or not acknowledged.</summary>
    public IReadOnlyList<string> Pending
    {
        get
        {
            lock (_gate)
                return [.. _alarms.Values.Where(static each => each.IsPending).Select(static each => each.Declared.Name)];
        }
    }

    /// <summary>True where one of them follows a bit.</summary>
    internal bool HaveTriggers
    {
        get
        {
            lock (_gate)
                return _alarms.Values.Any(static each => each.Declared.Trigger is not null);
        }
    }

    /// <summary>Adds an alarm, or changes what is declared of it.</summary>
    /// <exception cref="SoftPlcException">It cannot be sent as it is.</exception>
    public void Declare(SoftAlarm alarm)
    {
        if (alarm.Number is < 1 or > ushort.MaxValue)
            throw new SoftPlcException($"The alarm {alarm.Name} has no number from 1 to 65535.");
        if (alarm.Values.Count > S7Plus.S7PlusAlarm.MostValues)
            throw new SoftPlcException($"The alarm {alarm.Name} has more than {S7Plus.S7PlusAlarm.MostValues} values.");
        lock (_gate)
        {
            if (_alarms.TryGetValue(alarm.Name, out var there))
                there.Declared = alarm;
            else
                _alarms.Add(alarm.Name, new AlarmInstance(alarm));
        }
    }

    /// <summary>Lets an alarm come or go. Does nothing where it has already.</summary>
    /// <exception cref="SoftPlcException">There is no such alarm.</exception>
    public void Set(string name, bool isActive)
    {
        if (!TrySet(name, isActive))
            throw new SoftPlcException($"The soft PLC has no alarm {name}.");
    }

    /// <summary>Acknowledges an alarm at the PLC: a panel, a button.</summary>
    /// <exception cref="SoftPlcException">There is no such alarm.</exception>
    public void Acknowledge(string name)
    {
        if (!TryAcknowledge(name))
            throw new SoftPlcException($"The soft PLC has no alarm {name}.");
    }

    /// <summary>The names of all its alarms.</summary>
    internal IReadOnlyList<string> Names
    {
        get
        {
            lock (_gate)
                return [.. _alarms.Values.Select(static each => each.Declared.Name)];
        }
    }

    /// <summary>True: there is an alarm of this name.</summary>
    internal bool Has(string name)
    {
        lock (_gate)
            return _alarms.ContainsKey(name);
    }

    /// <summary>Lets an alarm come or go. False: there is none.</summary>
    internal bool TrySet(string name, bool isActive)
    {
        lock (_gate)
        {
            if (!_alarms.TryGetValue(name, out var alarm))
                return false;
            Change(alarm, isActive);
            return true;
        }
    }

    /// <summary>Acknowledges an alarm. False: there is none.</summary>
    internal bool TryAcknowledge(string name)
    {
        lock (_gate)
        {
            if (!_alarms.TryGetValue(name, out var alarm))
                return false;
            Acknowledge(alarm);
            return true;
        }
    }

    /// <summary>Acknowledges an alarm by its id. False: there is none.</summary>
    internal bool TryAcknowledge(ulong id)
    {
        lock (_gate)
        {
            foreach (var alarm in _alarms.Values)
            {
                if (alarm.Id != id)
                    continue;
                Acknowledge(alarm);
                return true;
            }
            return false;
        }
    }

    /// <summary>Lets all alarms follow their bits.</summary>
    internal void FollowTriggers()
    {
        lock (_gate)
        {
            foreach (var alarm in _alarms.Values)
            {
                if (alarm.Declared.Trigger is { } trigger && _sources.ValueOf(trigger) is { IsUnused: false } bit)
                    Change(alarm, bit.Unsigned != 0);
            }
        }
    }

    /// <summary>Follows bits until cancelled.</summary>
    internal async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Period, _time);
        while (await timer.WaitForNextTickAsync(cancellationToken))
            FollowTriggers();
    }

    /// <summary>All that are pending, in the order of their declaration.</summary>
    internal List<AlarmNews> List()
    {
        lock (_gate)
            return [.. _alarms.Values.Where(static each => each.IsPending).Select(static each => each.News)];
    }

    /// <summary>Calls back with each change, in their order, until disposed. Callbacks must be short.</summary>
    internal AlarmListening Listen(Action<AlarmNews> listener)
    {
        lock (_gate)
            _listeners.Add(listener);
        return new AlarmListening(() =>
        {
            lock (_gate)
                _listeners.Remove(listener);
        });
    }

    private void Change(AlarmInstance alarm, bool isActive)
    {
        if (alarm.IsActive == isActive)
            return;
        if (isActive)
        {
            alarm.Id = IdOf(alarm.Declared);
            alarm.Come(Now, [.. alarm.Declared.Values.Select(_sources.ValueOf)]);
        }
        else
        {
            alarm.Go(Now);
        }
        Tell(alarm.News);
    }

    private void Acknowledge(AlarmInstance alarm)
    {
        alarm.Acknowledge(Now);
        Tell(alarm.News with { IsAcknowledgement = true });
    }

    private void Tell(AlarmNews news)
    {
        foreach (var listener in _listeners)
            listener(news);
    }

    private ulong Now => (ulong)(_time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;

    private ulong IdOf(SoftAlarm alarm) =>
        (ulong)(alarm.Block.Length == 0 ? SystemSource : _sources.BlockOf(alarm.Block) ?? PlusIds.DataBlock(ushort.MaxValue)) << 32
        | (ulong)alarm.Number << 16;
}
