namespace S7OpcBridge.S7;

/// <summary>A ceiling on what is asked of a CPU: an HMI and the programmer need the rest.</summary>
/// <param name="RequestsPerSecond">Jobs per second at most; 0: no ceiling.</param>
/// <param name="Busy">Share of time, 0–1, in which the CPU may be kept answering; 1: no ceiling.</param>
public readonly record struct S7Load(double RequestsPerSecond, double Busy)
{
    /// <summary>No ceiling.</summary>
    public static readonly S7Load None = new(0, 1);
}
