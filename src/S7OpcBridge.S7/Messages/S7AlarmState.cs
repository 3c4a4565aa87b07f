namespace S7OpcBridge.S7;

/// <summary>The signals of an alarm of a CPU and what of them was acknowledged. Bit 0 is SIG_1, bit 7 SIG_8; blocks with one signal use bit 0.</summary>
/// <param name="Id">The message number of the block's instance, as the STEP 7 project has it.</param>
/// <param name="Kind">The block that made it.</param>
/// <param name="Signals">1: active.</param>
/// <param name="GoingAcknowledged">1: the signal's going was acknowledged, or needs none.</param>
/// <param name="ComingAcknowledged">1: the signal's coming was acknowledged, or needs none.</param>
public readonly record struct S7AlarmState(uint Id, S7AlarmKind Kind, byte Signals, byte GoingAcknowledged, byte ComingAcknowledged)
{
    /// <summary>Whether a signal is active.</summary>
    /// <param name="signal">1 to 8.</param>
    public bool IsActive(int signal) => Has(Signals, signal);

    /// <summary>Whether nothing of a signal waits for an acknowledgement.</summary>
    /// <param name="signal">1 to 8.</param>
    public bool IsAcknowledged(int signal) =>
        Kind switch
        {
            S7AlarmKind.Notify or S7AlarmKind.Scan or S7AlarmKind.AlarmS => true,
            S7AlarmKind.Alarm8 => Has(GoingAcknowledged, signal) && Has(ComingAcknowledged, signal),
            _ => Has(ComingAcknowledged, signal),
        };

    private static bool Has(byte bits, int signal)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(signal, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(signal, 8);
        return (bits >> (signal - 1) & 1) != 0;
    }
}
