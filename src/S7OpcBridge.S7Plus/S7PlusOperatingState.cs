namespace S7OpcBridge.S7Plus;

/// <summary>The operating state of a CPU, as far as its numbers are known.</summary>
public enum S7PlusOperatingState : byte
{
    /// <summary>The CPU does not tell it, or tells a number whose meaning is unknown: STARTUP and HOLD among others.</summary>
    Unknown,

    /// <summary>STOP.</summary>
    Stop,

    /// <summary>RUN.</summary>
    Run,
}
