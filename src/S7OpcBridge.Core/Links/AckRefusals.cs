namespace S7OpcBridge.Core.Links;

/// <summary>What the feeds of both protocols say of acknowledgements.</summary>
internal static class AckRefusals
{
    /// <summary>Alarms of one CPU that a feed remembers at most, to complete what the CPU says of them later.</summary>
    public const int MostPending = 10_000;

    /// <summary>The map does not allow what was not tried enough.</summary>
    public static readonly CpuAckAnswer NotExperimental = new(
        CpuAckResult.NotSupported,
        "To acknowledge in the CPU was tried with few CPUs; allow it with 'alarms: { plc: true, experimental: true }' in the map."
    );
}
