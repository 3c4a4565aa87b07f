using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Events;

/// <summary>Raises a DeviceFailureEvent for a problem of a PLC, and one of low severity when it is resolved (docs/events.md).</summary>
/// <param name="events">Raises the events.</param>
/// <param name="looked">Receives the health of every PLC at every check.</param>
internal sealed class PlcEvents(UaEvents events, Action<PlcDefinition, PlcHealthState, PlcStatus>? looked = null)
{
    private readonly Dictionary<int, PlcHealth> _health = [];
    private readonly Dictionary<int, (long Count, string Last)> _programs = [];

    /// <summary>Checks the status of a PLC; called every quarter of a second, by one thread.</summary>
    public void Check(PlcDefinition plc, PlcStatus status)
    {
        if (plc.IsGone)
        {
            _health.Remove(plc.Index);
            return;
        }
        TellOfProgram(plc, status);
        if (!_health.TryGetValue(plc.Index, out var health))
            _health[plc.Index] = health = new PlcHealth();
        var isNews = health.Update(status, out var blinked);
        looked?.Invoke(plc, health.Trouble, status);
        if (!isNews)
            return;
        if (blinked)
            Raise(plc, EventSeverity.Failure, $"{plc.Name} was disconnected for a moment. {status.LastError}");
        switch (health.Trouble)
        {
            case PlcHealthState.Away:
                Raise(
                    plc,
                    EventSeverity.Failure,
                    $"{plc.Name} is not connected; its tags keep their last values until they are stale. {status.LastError}"
                );
                break;
            case PlcHealthState.RefusesAll:
                Raise(plc, EventSeverity.Failure, status.LastError);
                break;
            case PlcHealthState.InStop:
                Raise(
                    plc,
                    EventSeverity.Trouble,
                    $"The CPU of {plc.Name} is in STOP: its values no longer follow the plant. Start it; its diagnostic buffer "
                        + "shows why it stopped."
                );
                break;
            case PlcHealthState.Slowed:
                Raise(
                    plc,
                    EventSeverity.Warning,
                    $"{plc.Name} does not keep up: it is read {status.SlowedBy} times as slowly as configured. " + $"{status.LastError}"
                );
                break;
            default:
                Raise(plc, EventSeverity.Information, $"{plc.Name} is connected and answers normally again.");
                break;
        }
    }

    // One event for all changes between two checks; a new session counts from 0.
    private void TellOfProgram(PlcDefinition plc, PlcStatus status)
    {
        if (status.ProgramChanges == 0)
        {
            _programs.Remove(plc.Index);
            return;
        }
        var change = (status.ProgramChanges, status.LastProgramChange);
        if (_programs.GetValueOrDefault(plc.Index) == change)
            return;
        _programs[plc.Index] = change;
        events.Raise(
            new UaEvent(
                Ids.SystemEventType,
                new NodeId(TagAddressSpace.NamespaceIndex, plc.Name),
                plc.Name,
                EventSeverity.Notice,
                $"ProgramChanged: {status.LastProgramChange}"
            )
        );
    }

    private void Raise(PlcDefinition plc, ushort severity, string message) =>
        events.Raise(
            new UaEvent(Ids.DeviceFailureEventType, new NodeId(TagAddressSpace.NamespaceIndex, plc.Name), plc.Name, severity, message)
        );
}
