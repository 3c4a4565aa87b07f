using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Messages;

/// <summary>Alarms that follow a bit of the memory while the CPU runs, as a program makes them.</summary>
/// <param name="plain">The kind of those without a signal of ALARM_8.</param>
internal sealed class AlarmBits(PlcMessages messages, PlcMemory memory, Func<bool> isRunning, PlcAlarmKind plain)
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly Dictionary<S7Address, S7AlarmNumber> _bits = [];
    private readonly TaskCompletionSource _hasAny = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Add(S7Address bit, S7AlarmNumber alarm)
    {
        lock (_gate)
            _bits[bit] = alarm;
        _hasAny.TrySetResult();
    }

    /// <summary>Forgets a bit; its alarm goes.</summary>
    public void Remove(S7Address bit)
    {
        S7AlarmNumber alarm;
        lock (_gate)
        {
            if (!_bits.Remove(bit, out alarm))
                return;
        }
        Set(alarm, isActive: false);
    }

    /// <summary>Follows the bits until cancelled.</summary>
    public async Task RunAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        await _hasAny.Task.WaitAsync(cancellationToken);
        using var timer = new PeriodicTimer(Period, time);
        do Follow();
        while (await timer.WaitForNextTickAsync(cancellationToken));
    }

    /// <summary>Sets the alarms as their bits are.</summary>
    public void Follow()
    {
        if (!isRunning())
            return;
        foreach (var (alarm, isActive) in Read())
            Set(alarm, isActive);
    }

    private List<(S7AlarmNumber Alarm, bool IsActive)> Read()
    {
        var read = new List<(S7AlarmNumber, bool)>();
        lock (_gate)
        {
            using var hold = memory.Hold();
            foreach (var (bit, alarm) in _bits)
            {
                if (memory.Find(bit.Area, bit.Db) is { } block && bit.Offset < block.Bytes.Length)
                    read.Add((alarm, (block.Bytes[bit.Offset] >> bit.Bit & 1) != 0));
            }
        }
        return read;
    }

    private void Set(S7AlarmNumber alarm, bool isActive) =>
        messages.Set(alarm.Id, alarm.HasSignal ? PlcAlarmKind.Alarm8 : plain, Math.Max(1, alarm.Signal), isActive);
}
