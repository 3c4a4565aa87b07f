namespace S7OpcBridge.Simulator;

/// <summary>The behaviours of the CPU families (docs/internals/simulator.md).</summary>
public static class CpuBehaviors
{
    /// <summary>LOGO! 0BA7/0BA8: V memory is DB1, one job in flight, closes the connection on SZL requests.</summary>
    public static CpuBehavior Logo { get; } =
        new()
        {
            Profile = "logo",
            PduSize = 480,
            MaxJobs = 1,
            MaxConnections = 8,
            Areas = PlcAreas.Basic,
            HasClassicTypes = false,
            Tsaps = [0x0102, 0x0200, 0x2000, 0x0300, 0x0302],
            OnWrongTsap = ConnectRefusal.Silence,
            OneConnectionPerTsap = true,
            Szl = SzlPolicy.DropLink,
            HasBlockInfo = false,
            HasClock = false,
            Identity = new() { OrderNumber = "6ED1 052-1MD08-0BA1", ModuleType = "LOGO! 8.FS4" },
        };

    /// <summary>S7-200 with a CP 243-1: V memory is DB1, one connection per TSAP.</summary>
    public static CpuBehavior S7_200 { get; } =
        new()
        {
            Profile = "s7-200",
            PduSize = 240,
            MaxJobs = 1,
            MaxConnections = 8,
            Areas = PlcAreas.Of200,
            HasClassicTypes = false,
            Tsaps = [0x1000, 0x1001, 0x1002, 0x1003, 0x1100, 0x1101, 0x1102, 0x1103],
            OneConnectionPerTsap = true,
            OnWrongTsap = ConnectRefusal.Disconnect,
            Szl = SzlPolicy.None,
            HasBlockInfo = false,
            HasClock = false,
            Identity = new() { OrderNumber = "6ES7 214-2AD23-0XB0", ModuleType = "CPU 224 XP" },
        };

    /// <summary>S7-200 SMART: V memory is DB1.</summary>
    public static CpuBehavior S7_200Smart { get; } =
        new()
        {
            Profile = "s7-200smart",
            PduSize = 240,
            MaxJobs = 1,
            MaxConnections = 8,
            Areas = PlcAreas.Basic,
            HasClassicTypes = false,
            Tsaps = [0x0200, 0x0201, 0x0300, 0x0301],
            Szl = SzlPolicy.None,
            HasBlockInfo = false,
            HasClock = false,
            Identity = new() { OrderNumber = "6ES7 288-1ST40-0AA0", ModuleType = "CPU ST40" },
        };

    /// <summary>S7-300: 240 bytes, slot 2.</summary>
    public static CpuBehavior S7_300 { get; } =
        new()
        {
            Profile = "s7-300",
            PduSize = 240,
            MaxJobs = 3,
            MaxConnections = 16,
            Tsaps = SlotTsaps(rack: 0, 2),
            MessageSupport = PlcMessageSupport.AlarmS,
            HasSessionPassword = true,
            Identity = new()
            {
                OrderNumber = "6ES7 315-2EH14-0AB0",
                ModuleType = "CPU 315-2 PN/DP",
                HardwareVersion = 4,
                Firmware = new(3, 2, 10),
            },
        };

    /// <summary>S7-400: 480 bytes, slot 3 (another one with a wider power supply), second rack of an H system.</summary>
    public static CpuBehavior S7_400 { get; } =
        new()
        {
            Profile = "s7-400",
            PduSize = 480,
            MaxJobs = 2,
            MaxConnections = 32,
            Tsaps = [.. SlotTsaps(rack: 0, 2, 3, 4, 5), .. SlotTsaps(rack: 1, 3)],
            MessageSupport = PlcMessageSupport.All,
            HasSessionPassword = true,
            Identity = new()
            {
                OrderNumber = "6ES7 414-3EM06-0AB0",
                ModuleType = "CPU 414-3 PN/DP",
                HardwareVersion = 2,
                Firmware = new(6, 0, 3),
            },
        };

    /// <summary>S7-1200: 240 bytes, no S5 timers and counters.</summary>
    public static CpuBehavior S7_1200 { get; } =
        new()
        {
            Profile = "s7-1200",
            PduSize = 240,
            MaxJobs = 3,
            MaxConnections = 14,
            Areas = PlcAreas.Basic | PlcAreas.Peripheral,
            HasClassicTypes = false,
            Tsaps = SlotTsaps(rack: 0, 0, 1),
            Szl = SzlPolicy.Subset,
            OptimisedCode = 0x0A,
            Identity = new()
            {
                OrderNumber = "6ES7 215-1AG40-0XB0",
                ModuleType = "CPU 1215C DC/DC/DC",
                HardwareVersion = 4,
                Firmware = new(4, 4, 0),
            },
        };

    /// <summary>S7-1500: 960 bytes, all types.</summary>
    public static CpuBehavior S7_1500 { get; } =
        new()
        {
            Profile = "s7-1500",
            PduSize = 960,
            MaxJobs = 3,
            MaxConnections = 128,
            Tsaps = SlotTsaps(rack: 0, 0, 1),
            Szl = SzlPolicy.Subset,
            Identity = new()
            {
                OrderNumber = "6ES7 516-3AN02-0AB0",
                ModuleType = "CPU 1516-3 PN/DP",
                HardwareVersion = 3,
                Firmware = new(2, 9, 4),
            },
        };

    /// <summary>WinAC RTX and ET 200S CPUs: any rack and slot, as in the hardware configuration.</summary>
    public static CpuBehavior WinAC { get; } =
        new()
        {
            Profile = "winac",
            PduSize = 480,
            MaxJobs = 2,
            MaxConnections = 32,
            MessageSupport = PlcMessageSupport.AlarmS,
            HasSessionPassword = true,
            Identity = new()
            {
                OrderNumber = "6ES7 671-0RC08-0YA0",
                ModuleType = "WinLC RTX",
                Firmware = new(4, 6, 0),
            },
        };

    /// <summary>No particular family: accepts every connection, has all areas and refuses nothing that the protocol allows.</summary>
    public static CpuBehavior Generic { get; } =
        new()
        {
            Profile = "generic",
            PduSize = 960,
            MaxJobs = 8,
            MaxConnections = 256,
            TpduCode = 0x0B,
            MessageSupport = PlcMessageSupport.All,
            HasSessionPassword = true,
        };

    /// <summary>All of them.</summary>
    public static IReadOnlyList<CpuBehavior> All { get; } = [Logo, S7_200, S7_200Smart, S7_300, S7_400, S7_1200, S7_1500, WinAC, Generic];

    /// <summary>The behaviour for a profile name of the tag map, for example <c>s7-1500</c>; null: unknown name.</summary>
    public static CpuBehavior? Find(string profile)
    {
        foreach (var behavior in All)
        {
            if (behavior.Profile.Equals(profile, StringComparison.OrdinalIgnoreCase))
                return behavior;
        }

        return null;
    }

    /// <summary>The TSAPs of slots for all three connection types (PG 01, OP 02, basic 03): type in the high byte, rack·32 + slot in the low one.</summary>
    private static ushort[] SlotTsaps(int rack, params ReadOnlySpan<int> slots)
    {
        var tsaps = new ushort[slots.Length * 3];
        for (var i = 0; i < tsaps.Length; i++)
            tsaps[i] = (ushort)(((i % 3) + 1) << 8 | rack << 5 | slots[i / 3]);
        return tsaps;
    }
}
