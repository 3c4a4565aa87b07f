using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Messages;

namespace S7OpcBridge.Simulator;

/// <summary>
/// What a CPU has to say by classic S7: alarms of its program, its diagnostics buffer, its bus stations, its modes. All of it reaches the connections that
/// subscribed. Every member may be called at any time, from any thread.
/// </summary>
public sealed class PlcMessages
{
    /// <summary>Most message numbers that may be pending.</summary>
    public const int MostAlarms = 10_000;

    /// <summary>Most stations of the DP master system.</summary>
    public const int MostStations = 126;

    /// <summary>Most bytes of the values of one alarm: it fits the PDU of every family.</summary>
    public const int LongestValues = 140;

    private const int MostValues = 10;

    private const byte ModeMask = 0x01;
    private const byte SystemMask = 0x02;
    private const byte UserMask = 0x04;

    private readonly Lock _gate = new();
    private readonly Func<DateTime> _now;
    private readonly HashSet<MessageReader> _readers = [];
    private readonly SortedDictionary<uint, PlcAlarm> _alarms = [];
    private readonly DiagnosticBuffer _buffer = new();
    private readonly SortedDictionary<int, bool> _stations = [];
    private ushort _lastStop;

    /// <param name="now">The CPU's clock.</param>
    internal PlcMessages(Func<DateTime> now) => _now = now;

    /// <summary>Sets a signal of a message number. False: it has this state already.</summary>
    /// <param name="id">Message number.</param>
    /// <param name="kind">The block that makes it; that of the first call for a number counts while it is pending.</param>
    /// <param name="signal">1 to 8; all kinds but <see cref="PlcAlarmKind.Alarm8"/> have 1 only.</param>
    /// <param name="isActive">Whether it comes or goes.</param>
    /// <param name="values">At most ten, <see cref="LongestValues"/> bytes in all. ALARM_S has one: without any it is a double word of zeros.</param>
    /// <exception cref="SoftPlcException">There are too many alarms or values, or the kind has no such signal.</exception>
    public bool Set(uint id, PlcAlarmKind kind, int signal, bool isActive, params byte[][] values)
    {
        if (signal is < 1 or > 8 || (signal > 1 && kind != PlcAlarmKind.Alarm8))
            throw new SoftPlcException($"Alarm {id} has no signal {signal}: ALARM_8 has 1 to 8, all others 1.");
        Check(values);
        lock (_gate)
        {
            if (!_alarms.TryGetValue(id, out var alarm))
            {
                if (!isActive)
                    return false;
                if (_alarms.Count >= MostAlarms)
                    throw new SoftPlcException($"{MostAlarms} alarms are pending; let some of them go first.");
                _alarms[id] = alarm = new PlcAlarm(id, kind);
            }
            var now = _now();
            IReadOnlyList<byte[]> sent = alarm.IsOfBlock ? values : [values.Length > 0 ? values[0] : new byte[4]];
            if (!alarm.Set((byte)(1 << (signal - 1)), isActive, sent, now))
                return false;
            Send(alarm, PushedFrames.Alarm(alarm, sent, now));
            Forget(alarm);
            return true;
        }
    }

    /// <summary>Acknowledges signals of a message number, as a panel does, and tells all stations. False: nothing waits for it.</summary>
    /// <param name="id">Message number.</param>
    /// <param name="signals">Bit 0 is signal 1.</param>
    public bool Acknowledge(uint id, byte signals)
    {
        lock (_gate)
        {
            if (!_alarms.TryGetValue(id, out var alarm) || !alarm.Acknowledge(signals))
                return false;
            Send(alarm, PushedFrames.Acknowledged(alarm, _now()));
            Forget(alarm);
            return true;
        }
    }

    /// <summary>Adds an event to the diagnostics buffer.</summary>
    public void Enter(ushort eventId)
    {
        lock (_gate)
            Enter(eventId, 0xFF, 0, 0, 0, 0);
    }

    /// <summary>Lets a station of the DP master system fail or come back: an event, the list of faulty stations, the LED of the bus.</summary>
    /// <exception cref="SoftPlcException">It has no such station.</exception>
    public void SetStation(int station, bool isThere)
    {
        if (station is < 1 or > MostStations)
            throw new SoftPlcException($"Station {station} does not exist: a DP master system has stations 1 to {MostStations}.");
        lock (_gate)
        {
            if (_stations.GetValueOrDefault(station, true) == isThere && _stations.ContainsKey(station))
                return;
            _stations[station] = isThere;
            Enter(isThere ? (ushort)0x38C4 : (ushort)0x39C4, 0x1A, 86, 0xC554, 0x07FF, (uint)(1 << 8 | station));
        }
    }

    /// <summary>Connections that asked for messages.</summary>
    public int Readers
    {
        get
        {
            lock (_gate)
                return _readers.Count;
        }
    }

    /// <summary>Stations of the DP master system that were named so far, and whether each is there.</summary>
    internal IReadOnlyList<(int Station, bool IsThere)> Stations
    {
        get
        {
            lock (_gate)
                return [.. _stations.Select(static pair => (pair.Key, pair.Value))];
        }
    }

    internal byte[][] Newest(int most)
    {
        lock (_gate)
            return _buffer.Newest(most);
    }

    internal byte[] Pending(bool ofBlocks)
    {
        lock (_gate)
            return PushedFrames.Pending([.. _alarms.Values.Where(alarm => alarm.IsPending && alarm.IsOfBlock == ofBlocks)], ofBlocks);
    }

    /// <summary>Lets a connection have messages from now on.</summary>
    internal void Add(MessageReader reader)
    {
        lock (_gate)
            _readers.Add(reader);
    }

    internal void Remove(MessageReader reader)
    {
        lock (_gate)
            _readers.Remove(reader);
    }

    /// <summary>The CPU went to RUN or STOP. A start empties the list of pending alarms.</summary>
    internal void ModeChanged(bool isRunning)
    {
        lock (_gate)
        {
            if (isRunning)
            {
                Enter(0x4301, 0xFF, 0x46, 0xC772, _lastStop, 0x0814_7714);
                Restart(0x1381);
            }
            else
            {
                _lastStop = 0x4304;
                Enter(_lastStop, 0xFF, 0x84, 0, 0, 0);
            }
            Send(ModeMask, PushedFrames.Mode(isRunning ? S7OperatingMode.Run : S7OperatingMode.Stop));
        }
    }

    /// <summary>The power is back.</summary>
    internal void PowerIsBack(bool isRunning)
    {
        lock (_gate)
        {
            _lastStop = 0x494E;
            Enter(0x4300, 0xFF, 0, 0, 0, 0);
            Enter(_lastStop, 0xFF, 0x84, 0, 0, 0);
            if (isRunning)
                Restart(0x1382);
        }
    }

    private void Restart(ushort request)
    {
        _alarms.Clear();
        Enter(request, 0x1B, 100, 0xC772, _lastStop, 0x0814_7714);
        Enter(0x4302, 0xFF, 0x68, 0xC700, 0, 0x0814_7714);
    }

    private void Enter(ushort id, byte priority, byte ob, ushort dataId, ushort info1, uint info2)
    {
        var entry = _buffer.Add(new S7DiagnosticEntry(id, priority, ob, dataId, info1, info2, _now()));
        Send(id >> 12 is 9 or 0xA or 0xB ? UserMask : SystemMask, PushedFrames.Event(entry));
    }

    private void Send(byte mask, byte[] pdu)
    {
        foreach (var reader in _readers)
        {
            if ((reader.Mask & mask) != 0)
                reader.Send(pdu);
        }
    }

    private void Send(PlcAlarm alarm, byte[] pdu)
    {
        foreach (var reader in _readers)
        {
            if (alarm.IsOfBlock ? reader.HasAlarm8 : reader.HasAlarmS)
                reader.Send(pdu);
        }
    }

    private void Forget(PlcAlarm alarm)
    {
        if (!alarm.IsPending)
            _alarms.Remove(alarm.Id);
    }

    private static void Check(byte[][] values)
    {
        var length = 0;
        foreach (var value in values)
            length += value.Length;
        if (values.Length > MostValues || length > LongestValues)
            throw new SoftPlcException($"An alarm has at most {MostValues} values of {LongestValues} bytes in all.");
    }
}
