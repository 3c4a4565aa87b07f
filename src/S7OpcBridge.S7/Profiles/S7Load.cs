namespace S7OpcBridge.S7;

/// <summary>A ceiling on what is asked of a CPU: its HMI and the programmer need the rest. A plan that wants more is stretched, never forced.</summary>
/// <param name="RequestsPerSecond">Jobs per second at most; 0: no ceiling.</param>
/// <param name="Busy">Share of the time that the CPU may be kept answering, above 0 to 1; 1: no ceiling.</param>
public readonly record struct S7Load(double RequestsPerSecond, double Busy = 1)
{
    /// <summary>No ceiling.</summary>
    public static readonly S7Load None = new(0, 1);
}
