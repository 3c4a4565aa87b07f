namespace S7OpcBridge.S7.CpuEvents;

/// <summary>Classes 4 to 6: STOP and other changes of mode, events while running, communication and memory.</summary>
internal static class ModeEvents
{
    public const string Lines = """
        4300 Power on with backup
        4301 From STOP to start-up
        4302 From start-up to RUN
        4303 STOP by the mode switch
        4304 STOP by a programming device or the program
        4305 HOLD at a breakpoint
        4306 HOLD left
        4307 Memory reset begun by a programming device
        4308 Memory reset begun by the mode switch
        4309 Memory reset begun after power on
        430E Memory reset done
        430F STOP because another CPU stopped
        4318 Change of the configuration in RUN begun
        4319 Change of the configuration in RUN done
        43B0 Firmware update done
        43B4 Firmware update failed
        4520-4550 CPU defective, or stopped by its operating system
        4556 The operating system asks for a memory reset
        4562 STOP: programming error, and OB 121 is not loaded
        4563 STOP: I/O access error, and OB 122 is not loaded
        4568 STOP: time error, and OB 80 is not loaded
        456A STOP: diagnostic interrupt, and OB 82 is not loaded
        456B STOP: module pulled or plugged, and OB 83 is not loaded
        456D STOP: error in the program sequence, and OB 85 is not loaded
        456F STOP: rack or station failed, and OB 86 is not loaded
        4570 STOP: the block of a hardware interrupt is not loaded
        4573-4575 STOP: calls are nested too deep
        457F STOP by the STP instruction
        4590 STOP: internal overload
        494D STOP: I/O error
        494E STOP: power failed
        494F STOP: error in the configuration
        4959 STOP: not all modules were ready in time
        49A0 Start refused: the hardware differs from the configuration
        49A4-49A8 STOP: inconsistent configuration
        530D New start information in STOP
        5371 A DP clock was synchronised
        5380 Entries of the buffer are suppressed
        53FF Reset to factory settings
        558A Another CPU type than configured
        558B Another firmware than configured
        5961 Start refused: a module rejected its parameters
        5962 Start refused: parameters of a module are missing
        5963 Memory reset asked for: parameters were rejected
        596A A bus device has the IP address of another one
        596B The CPU's own IP address exists twice
        596C A PROFINET device name exists twice
        5979 The LED of a bus fault is on|The LED of a bus fault is off
        597C A DP command failed
        6353 Firmware download begun|Firmware download done
        6390 A memory card was formatted
        6500 A connection is configured twice
        6501 Too few resources for the configured connections
        6502 A configured connection is faulty
        6521 The memory card is missing
        6522 The memory card does not fit this CPU
        6523-6524 A memory reset is needed because of the memory card
        6526 A memory reset is needed because of the memory card
        6530-653F Start refused: the program on the memory card cannot be used
        6548-6551 A block on the memory card is damaged
        6560 Too many SCAN messages
        6905 Too few connection resources|Connection resources are free again
        """;
}
