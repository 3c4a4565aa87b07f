namespace S7OpcBridge.Simulator;

/// <summary>Sizes of the areas other than data blocks.</summary>
public sealed record MemorySizes
{
    /// <summary>Large enough for the addresses of usual tests.</summary>
    public static MemorySizes Default { get; } = new();

    /// <summary>Bytes of the process image of inputs.</summary>
    public int InputBytes { get; init; } = 1024;

    /// <summary>Bytes of the process image of outputs.</summary>
    public int OutputBytes { get; init; } = 1024;

    /// <summary>Bytes of bit memory.</summary>
    public int MarkerBytes { get; init; } = 16_384;

    /// <summary>Bytes of the peripheral area, which is one memory for inputs and outputs here.</summary>
    public int PeripheralBytes { get; init; } = 8192;

    /// <summary>Bytes of the special memory of an S7-200.</summary>
    public int SystemFlagBytes { get; init; } = 550;

    /// <summary>Bytes of the analog inputs of an S7-200, and also of its analog outputs.</summary>
    public int AnalogBytes { get; init; } = 64;

    /// <summary>Number of timers.</summary>
    public int Timers { get; init; } = 2048;

    /// <summary>Number of counters.</summary>
    public int Counters { get; init; } = 2048;
}
