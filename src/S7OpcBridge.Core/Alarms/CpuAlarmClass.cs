namespace S7OpcBridge.Core;

/// <summary>What an alarm of a CPU is about.</summary>
public enum CpuAlarmClass : byte
{
    /// <summary>The process: user program, supervisions.</summary>
    Process,

    /// <summary>The CPU, its modules and networks.</summary>
    System,

    /// <summary>Somebody's attempts, passwords, certificates.</summary>
    Security,

    /// <summary>Maintenance that is due.</summary>
    Maintenance,
}
