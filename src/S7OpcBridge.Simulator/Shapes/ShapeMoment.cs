namespace S7OpcBridge.Simulator.Shapes;

/// <summary>The time of a tick: seconds since the start of the PLC, and its clock in .NET ticks of UTC.</summary>
internal readonly record struct ShapeMoment(double Seconds, long UtcTicks)
{
    /// <summary>Position within a cycle, 0 to below 1.</summary>
    public double PhaseOf(double cycleSeconds, float offset)
    {
        var turns = Seconds / cycleSeconds + offset;
        return turns - Math.Floor(turns);
    }
}

/// <summary>The state of one simulated value between ticks.</summary>
internal struct ShapeState
{
    /// <summary>The last number; NaN before the first tick.</summary>
    public double Value;

    /// <summary>State of its random number generator, never 0.</summary>
    public uint Random;

    /// <summary>Initial position in its cycle, 0 to below 1, so that values do not change in step.</summary>
    public float Phase;

    /// <summary>A state whose phase and random numbers depend on a seed only.</summary>
    public static ShapeState From(uint seed)
    {
        var state = new ShapeState { Value = double.NaN, Random = (seed * 2_654_435_761u) | 1 };
        state.Phase = (float)state.NextUnit();
        return state;
    }

    /// <summary>The next random number, 0 to below 1 (xorshift32).</summary>
    public double NextUnit()
    {
        Random ^= Random << 13;
        Random ^= Random >> 17;
        Random ^= Random << 5;
        return Random / 4_294_967_296.0;
    }
}
