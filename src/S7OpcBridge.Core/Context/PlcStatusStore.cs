using System.Collections.Immutable;

namespace S7OpcBridge.Core.Context;

/// <summary>
/// Holds the status of a PLC as its lanes report it. Snapshots are immutable and replaced as a whole; figures that change every cycle are added when the status
/// is read.
/// </summary>
internal sealed class PlcStatusStore
{
    private readonly Lock _gate = new();
    private PlcStatus _status = new();

    public PlcStatus Status => Volatile.Read(ref _status);

    public void State(PlcState state) => Change(state, static (status, value) => status with { State = value });

    public void CpuState(string state) => Change(state, static (status, value) => status with { CpuState = value });

    public void Error(string sentence) => Change(sentence, static (status, value) => status with { LastError = value });

    public void BadTags(ImmutableArray<string> sentences) => Change(sentences, static (status, value) => status with { BadTags = value });

    public void Nameplate(CpuNameplate plate) => Change(plate, static (status, value) => status with { Nameplate = value });

    public void NotConnected(Exception failure) => Change(failure, static (status, value) => status with { ConnectFailure = value });

    /// <summary>Sets the code with which the PLC refuses every read; 0: it answers again.</summary>
    public void RefusesAll(ushort code) =>
        Change(code, static (status, value) => status with { RefusesAll = value != 0, RefusalCode = value });

    public void SlowedBy(int factor) => Change(factor, static (status, value) => status with { SlowedBy = value });

    public void S7Plus<T>(T value, Func<S7PlusStatus, T, S7PlusStatus> change) =>
        Change(
            (value, change),
            static (status, what) => status with { S7Plus = what.change(status.S7Plus ?? new S7PlusStatus(), what.value) }
        );

    /// <summary>Sets whether the CPU sends its alarms.</summary>
    /// <param name="refusal">Why it does not; empty: it does; null: nothing is known.</param>
    public void Alarms(string? refusal) =>
        Change(
            refusal,
            static (status, why) =>
                status with
                {
                    Alarms = (status.Alarms ?? new CpuAlarmStatus()) with
                    {
                        IsSending = why is "",
                        Refusal = why ?? "",
                        Refusals = (status.Alarms?.Refusals ?? 0) + (why is { Length: > 0 } ? 1 : 0),
                    },
                }
        );

    /// <summary>Sets the newest entries of the CPU's diagnostics buffer.</summary>
    public void DiagnosticBuffer(ImmutableArray<string> lines) =>
        Change(
            lines,
            static (status, value) => status with { Alarms = (status.Alarms ?? new CpuAlarmStatus()) with { DiagnosticBuffer = value } }
        );

    /// <summary>Sets what the CPU says of its state.</summary>
    public void CpuDiagnostics(ImmutableArray<string> leds, ImmutableArray<string> faultyStations, string lastStop) =>
        Change(
            (leds, faultyStations, lastStop),
            static (status, told) =>
                status.Alarms is { } before
                && before.LastStop == told.lastStop
                && before.Leds.AsSpan().SequenceEqual(told.leds.AsSpan())
                && before.FaultyStations.AsSpan().SequenceEqual(told.faultyStations.AsSpan())
                    ? status
                    : status with
                    {
                        Alarms = (status.Alarms ?? new CpuAlarmStatus()) with
                        {
                            Leds = told.leds,
                            FaultyStations = told.faultyStations,
                            LastStop = told.lastStop,
                        },
                    }
        );

    /// <summary>Notes a change of the program in the CPU.</summary>
    public void ProgramChanged(string sentence) =>
        Change(sentence, static (status, value) => status with { ProgramChanges = status.ProgramChanges + 1, LastProgramChange = value });

    public void LinkUp(int pduSize, int maxJobs, bool again) =>
        Change(
            (pduSize, maxJobs, again),
            static (status, link) =>
                status with
                {
                    State = PlcState.Running,
                    Connected = true,
                    ConnectFailure = null,
                    PduSize = link.pduSize,
                    MaxJobs = link.maxJobs,
                    Reconnects = status.Reconnects + (link.again ? 1 : 0),
                }
        );

    public void LinkDown(PlcState state) =>
        Change(
            state,
            static (status, value) =>
                status with
                {
                    State = value,
                    Connected = false,
                    RefusesAll = false,
                    RefusalCode = 0,
                    CpuState = "",
                    PduSize = 0,
                    MaxJobs = 0,
                    Alarms = status.Alarms is { } alarms ? alarms with { IsSending = false, Leds = [], FaultyStations = [] } : null,
                    S7Plus = status.S7Plus is { } plus ? plus with { Subscriptions = 0 } : null,
                }
        );

    private void Change<T>(T value, Func<PlcStatus, T, PlcStatus> change)
    {
        lock (_gate)
        {
            // An unchanged report makes no new snapshot.
            if (change(_status, value) is var next && next != _status)
                Volatile.Write(ref _status, next);
        }
    }
}
