using System.Collections.Immutable;
using S7OpcBridge.S7.Profiles;

namespace S7OpcBridge.S7;

/// <summary>
/// The profiles of the families. Load limits and costs are typical values: about 22 ms per PDU on an S7-1200, one CPU cycle on an S7-300, the others between
/// reported values. Where nothing is known, there is no limit.
/// </summary>
public static class S7Profiles
{
    private static readonly TimeSpan Slow = TimeSpan.FromSeconds(5);

    /// <summary>LOGO! 0BA7 and later: V memory as DB1, closes the connection on system information lists, few connections.</summary>
    public static readonly S7Profile Logo = new()
    {
        Name = "logo",
        RemoteTsap = 0x0200,
        PduSize = 480,
        MaxJobs = 1,
        Timeout = Slow,
        Load = new S7Load(5, 0.5),
        Prices = S7Prices.Slow(100),
        Areas = FamilyTraits.SmallAreas,
        Types = FamilyTraits.LogoTypes,
        HasVMemory = true,
    };

    /// <summary>S7-200 with a CP 243-1: TSAPs as configured there, V memory as DB1, special memory and analog words with their own area codes.</summary>
    public static readonly S7Profile S7200 = new()
    {
        Name = "s7-200",
        LocalTsap = 0x1000,
        RemoteTsap = 0x1001,
        PduSize = 240,
        MaxJobs = 1,
        Load = new S7Load(10, 0.5),
        Prices = S7Prices.Slow(60),
        Areas = FamilyTraits.Areas200,
        Types = FamilyTraits.ClassicTypes,
        HasVMemory = true,
    };

    /// <summary>S7-200 SMART: V memory as DB1, at most 20 items in a job.</summary>
    public static readonly S7Profile S7200Smart = new()
    {
        Name = "s7-200smart",
        PduSize = 240,
        MaxJobs = 1,
        MaxItems = FamilyTraits.CloneItems,
        Load = new S7Load(10, 0.5),
        Prices = S7Prices.Slow(40),
        Areas = FamilyTraits.SmallAreas,
        Types = FamilyTraits.ClassicTypes,
        HasVMemory = true,
    };

    /// <summary>S7-300: PDU 240, answers once per scan cycle.</summary>
    public static readonly S7Profile S7300 = new()
    {
        Name = "s7-300",
        Slot = 2,
        Timeout = Slow,
        SystemLists = S7SystemListPolicy.Full,
        HasSessionPassword = true,
        HasClock = true,
        Load = new S7Load(30, 0.5),
        Prices = S7Prices.Slow(20),
        Types = FamilyTraits.ClassicTypes,
    };

    /// <summary>S7-400: PDU 480; the slot depends on the width of the power supply.</summary>
    public static readonly S7Profile S7400 = new()
    {
        Name = "s7-400",
        Slot = 3,
        SystemLists = S7SystemListPolicy.Full,
        HasSessionPassword = true,
        HasClock = true,
        Load = new S7Load(100, 0.5),
        Types = FamilyTraits.ClassicTypes,
    };

    /// <summary>S7-1200: PDU 240, no S5 timers and counters, PUT/GET must be permitted.</summary>
    public static readonly S7Profile S71200 = new()
    {
        Name = "s7-1200",
        SystemLists = S7SystemListPolicy.Subset,
        Load = new S7Load(50, 0.5),
        Prices = S7Prices.Fast(22),
        Areas = FamilyTraits.AreasWithoutTimers,
        Types = FamilyTraits.Types1200,
    };

    /// <summary>S7-1500 and ET 200SP CPUs: PDU 960, PUT/GET must be permitted.</summary>
    public static readonly S7Profile S71500 = new()
    {
        Name = "s7-1500",
        ConsistentBytes = 512,
        SystemLists = S7SystemListPolicy.Subset,
        Load = new S7Load(150, 0.5),
        Prices = S7Prices.Fast(5),
    };

    /// <summary>WinAC and other software PLCs of the S7-400 kind; rack and slot as configured.</summary>
    public static readonly S7Profile WinAc = new()
    {
        Name = "winac",
        Slot = 2,
        SystemLists = S7SystemListPolicy.Full,
        HasSessionPassword = true,
        HasClock = true,
        Load = new S7Load(100, 0.5),
        Prices = S7Prices.Fast(5),
        Types = FamilyTraits.ClassicTypes,
    };

    /// <summary>
    /// Any PLC that speaks S7, including clones and gateways: at most 20 items per job, no system information lists. Requests as many jobs in flight as other
    /// families, because the negotiation lets a PLC grant fewer; one that grants more than it can serve needs <c>maxJobs: 1</c>.
    /// </summary>
    public static readonly S7Profile Generic = new() { Name = "generic", MaxItems = FamilyTraits.CloneItems };

    /// <summary>All profiles, from small to large CPUs.</summary>
    public static ImmutableArray<S7Profile> All { get; } = [Logo, S7200, S7200Smart, S7300, S7400, S71200, S71500, WinAc, Generic];
}
