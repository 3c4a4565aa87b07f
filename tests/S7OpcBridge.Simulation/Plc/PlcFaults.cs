using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulation.Plc;

/// <summary>What goes wrong in the PLC at present.</summary>
internal sealed class PlcFaults
{
    /// <summary>Shortest and longest time that the CPU needs for a job, in ticks.</summary>
    public (long Shortest, long Longest) Work { get; set; } = (5_000, 30_000);

    /// <summary>Jobs that are lost before the CPU has executed them.</summary>
    public int LostJobs { get; set; }

    /// <summary>Jobs that the CPU executes and does not answer.</summary>
    public int LostAnswers { get; set; }

    /// <summary>One answer in so many is late, and later ones overtake it; 0: none.</summary>
    public int LateAnswers { get; set; }

    /// <summary>One item in so many fails; 0: none.</summary>
    public int FailedItems { get; set; }

    /// <summary>One job in so many is refused as a whole; 0: none.</summary>
    public int RefusedJobs { get; set; }

    /// <summary>With what they are refused.</summary>
    public ushort Refusal { get; set; } = 0x8500;

    /// <summary>Longest payload of a TPDU, in bytes.</summary>
    public int LongestPayload { get; set; } = int.MaxValue;

    /// <summary>The next answer is cut in its middle, and the connection ends.</summary>
    public bool CutsAnswer { get; set; }

    public void Clear()
    {
        Work = (5_000, 30_000);
        (LostJobs, LostAnswers, LateAnswers, FailedItems, RefusedJobs) = (0, 0, 0, 0, 0);
        (LongestPayload, CutsAnswer) = (int.MaxValue, false);
    }

    /// <summary>What happens to a job with so many items.</summary>
    public FaultMix? Of(Random random, int items)
    {
        if (RefusedJobs > 0 && random.Next(RefusedJobs) == 0)
            return With(Fault.Refuse(Refusal));
        if (FailedItems > 0 && random.Next(FailedItems) == 0)
            return With(Fault.FailItem(random.Next(items), random.Next(2) == 0 ? S7ItemStatus.HardwareFault : S7ItemStatus.OutOfRange));
        return null;
    }

    private static FaultMix With(Fault fault)
    {
        var mix = new FaultMix();
        mix.Add(fault);
        return mix;
    }
}
