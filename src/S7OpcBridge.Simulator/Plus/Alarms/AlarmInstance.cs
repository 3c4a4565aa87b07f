using S7OpcBridge.S7Plus.Alarms;

namespace S7OpcBridge.Simulator.Plus.Alarms;

/// <summary>An alarm of a soft PLC with its present state. Guarded by its owner.</summary>
internal sealed class AlarmInstance(SoftAlarm declared)
{
    private const byte Always = 0x84;
    private const byte Active = 0x01;
    private const byte Acknowledged = 0x02;

    private bool _isAcknowledged = true;
    private ulong _changed;
    private ulong _acknowledged;
    private uint _sequence;
    private AssociatedValue[] _values = [];

    public SoftAlarm Declared { get; set; } = declared;

    public ulong Id { get; set; }

    public bool IsActive { get; private set; }

    /// <summary>True: in the list of pending alarms.</summary>
    public bool IsPending => IsActive || !_isAcknowledged;

    public AlarmNews News =>
        new(
            Declared,
            Id,
            (byte)(Always | (IsActive ? Active : 0) | (_isAcknowledged ? Acknowledged : 0)),
            _changed,
            _acknowledged,
            _sequence,
            _values
        );

    public void Come(ulong now, AssociatedValue[] values)
    {
        IsActive = true;
        _isAcknowledged = !Declared.NeedsAcknowledgement;
        (_changed, _acknowledged, _values) = (now, 0, values);
        _sequence++;
    }

    public void Go(ulong now)
    {
        IsActive = false;
        _changed = now;
    }

    public void Acknowledge(ulong now)
    {
        if (_isAcknowledged)
            return;
        _isAcknowledged = true;
        _acknowledged = now;
    }
}

/// <summary>The state of an alarm after a change. Immutable.</summary>
/// <param name="Alarm">What is declared of it.</param>
/// <param name="Id">Its id on the wire.</param>
/// <param name="States">The states as sent.</param>
/// <param name="Changed">When it came or went, in nanoseconds since 1970.</param>
/// <param name="Acknowledged">When it was acknowledged; 0: it was not.</param>
/// <param name="Sequence">Counts its comings.</param>
/// <param name="Values">Values of its last coming.</param>
internal sealed record AlarmNews(
    SoftAlarm Alarm,
    ulong Id,
    byte States,
    ulong Changed,
    ulong Acknowledged,
    uint Sequence,
    AssociatedValue[] Values
)
{
    public bool IsActive => (States & 1) != 0;

    /// <summary>True: it was acknowledged, and has neither come nor gone.</summary>
    public bool IsAcknowledgement { get; init; }
}

/// <summary>Ends a listening when disposed.</summary>
internal sealed class AlarmListening(Action end) : IDisposable
{
    public void Dispose() => end();
}

/// <summary>What alarms take from their PLC.</summary>
/// <param name="BlockOf">The RID of a data block by its name; null: there is none.</param>
/// <param name="ValueOf">The present value of a symbol; unused where there is none.</param>
internal sealed record AlarmSources(Func<string, uint?> BlockOf, Func<string, AssociatedValue> ValueOf);
