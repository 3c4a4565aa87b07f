namespace S7OpcBridge.Simulator.Faults;

/// <summary>A fault with its event and frequency. Accessed under the lock of <see cref="PlcFaults"/>.</summary>
internal sealed class FaultRule(Fault fault, FaultPoint at, int skip, int times, int every)
{
    private int _skip = skip;
    private int _strikes;
    private int _seen;

    public Fault Fault => fault;

    public FaultPoint At => at;

    /// <summary>True once it has occurred as often as configured; 0 times means without limit.</summary>
    public bool IsSpent => times > 0 && _strikes >= times;

    /// <summary>Counts an event. Returns true where the fault affects it.</summary>
    public bool Strikes(FaultPoint point)
    {
        if ((point & at) == 0 || IsSpent)
            return false;
        if (_skip > 0)
        {
            _skip--;
            return false;
        }

        if (_seen++ % every != 0)
            return false;
        _strikes++;
        return true;
    }
}
