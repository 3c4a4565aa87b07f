namespace S7OpcBridge.S7;

/// <summary>A limit of the load on a CPU, which also serves HMIs and engineering tools. Cycles that would exceed it take longer.</summary>
/// <param name="RequestsPerSecond">Most jobs per second; 0: no limit.</param>
/// <param name="Busy">Largest share of time that the CPU may be busy with answers, above 0 to 1; 1: no limit.</param>
public readonly record struct S7Load(double RequestsPerSecond, double Busy = 1)
{
    /// <summary>No limit.</summary>
    public static readonly S7Load None = new(0, 1);
}
