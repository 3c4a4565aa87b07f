namespace S7OpcBridge.S7;

/// <summary>The mode that a CPU sends when it changes. Numbers are those of the wire; others may come.</summary>
public enum S7OperatingMode : byte
{
    /// <summary>The program does not run.</summary>
    Stop = 0,

    /// <summary>Warm restart.</summary>
    WarmRestart = 1,

    /// <summary>The program runs.</summary>
    Run = 2,

    /// <summary>Hot restart.</summary>
    HotRestart = 3,

    /// <summary>Halted at a breakpoint.</summary>
    Hold = 4,

    /// <summary>Cold restart.</summary>
    ColdRestart = 6,

    /// <summary>Both CPUs of an H system run.</summary>
    RunRedundant = 9,

    /// <summary>An H system links up its standby.</summary>
    LinkUp = 11,

    /// <summary>An H system updates its standby.</summary>
    Update = 12,
}

/// <summary>Translates modes.</summary>
public static class S7OperatingModes
{
    /// <summary>The state that a mode means.</summary>
    public static S7CpuState ToState(this S7OperatingMode mode) =>
        mode switch
        {
            S7OperatingMode.Stop => S7CpuState.Stop,
            S7OperatingMode.WarmRestart or S7OperatingMode.HotRestart or S7OperatingMode.ColdRestart => S7CpuState.StartUp,
            S7OperatingMode.Run or S7OperatingMode.RunRedundant or S7OperatingMode.LinkUp or S7OperatingMode.Update => S7CpuState.Run,
            S7OperatingMode.Hold => S7CpuState.Hold,
            _ => S7CpuState.Unknown,
        };

    /// <summary>A mode in words.</summary>
    internal static string ToWords(this S7OperatingMode mode) =>
        mode switch
        {
            S7OperatingMode.Stop => "STOP",
            S7OperatingMode.WarmRestart => "starting (warm restart)",
            S7OperatingMode.Run => "RUN",
            S7OperatingMode.HotRestart => "starting (hot restart)",
            S7OperatingMode.Hold => "HOLD",
            S7OperatingMode.ColdRestart => "starting (cold restart)",
            S7OperatingMode.RunRedundant => "RUN, redundant",
            S7OperatingMode.LinkUp => "RUN, linking up the standby CPU",
            S7OperatingMode.Update => "RUN, updating the standby CPU",
            _ => $"mode {(byte)mode:X2}",
        };
}
