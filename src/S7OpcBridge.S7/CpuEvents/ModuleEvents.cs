namespace S7OpcBridge.S7.CpuEvents;

/// <summary>Classes 7 to 9: redundant and fail-safe systems, diagnostics of modules, standard user events.</summary>
internal static class ModuleEvents
{
    public const string Lines = """
        72A2 A redundant DP master or station is back
        7301 Redundancy lost: one CPU failed
        7302 Redundancy lost: one CPU stopped
        7303 Both CPUs are redundant again
        7331-7334 The standby CPU took over
        73DB Safety mode is off|Safety mode is on
        73E0 A redundant link was lost|A redundant link is back
        75D1 Safety program: internal error
        75D2 Safety program: checksum error
        75DA Safety program: data corrupted
        79D3 Communication with a fail-safe module fails|Communication with a fail-safe module works again
        79E3 A fail-safe device is passivated|A fail-safe device is in use again
        79E4 A fail-safe channel is passivated|A fail-safe channel is in use again
        79E5 A fail-safe channel of a device is faulty|A fail-safe channel of a device is in order again
        79E6 The safety program is inconsistent
        8000 Module faulty or not ready
        8001 Module: internal fault
        8002 Module: external fault
        8003 Module: channel fault
        8004 Module: external auxiliary voltage missing
        8005 Module: front connector missing
        8006 Module: no parameters
        8007 Module: wrong parameters
        8031 Module: communication disturbed
        8032 Module in STOP
        8033 Module: watchdog
        8035 Module: battery empty
        8045 Module: fuse blown
        8046 Module: hardware interrupt lost
        8052-8053 Module: short circuit
        8054 Module: wire break
        8056 Module: below the measuring range
        8057 Module: above the measuring range
        8064 Module: wire break
        8066 Module: load voltage missing
        8074 Module: wire break
        8084 Module: wire break
        8085 Module: fuse blown
        8086 Module: load voltage missing
        8087 Module too hot
        9001 Manual operation|Automatic operation
        9007 A monitored value is outside its limits
        900A End position reached
        900B Running time exceeded
        9050-9059 A limit is violated
        9060-9064 Sequencer (GRAPH)
        90F2 Division by zero
        """;
}
