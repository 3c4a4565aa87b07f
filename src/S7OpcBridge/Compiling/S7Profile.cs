using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge;

internal sealed record S7Profile(string Name, int PduSize, int MaxJobs, int MaxItems, int Rack, int Slot, TimeSpan Timeout)
{
    public static readonly IReadOnlyList<S7Profile> All =
    [
        new("generic", 480, 1, 20, 0, 1, TimeSpan.FromSeconds(2)), new("logo", 240, 1, 20, 0, 2, TimeSpan.FromSeconds(5)), new("s7-200", 240, 1, 19, 0, 0, TimeSpan.FromSeconds(5)),
        new("s7-200smart", 240, 1, 20, 0, 1, TimeSpan.FromSeconds(2)), new("s7-300", 240, 1, 19, 0, 2, TimeSpan.FromSeconds(5)), new("s7-400", 480, 2, 39, 0, 3, TimeSpan.FromSeconds(2)),
        new("s7-1200", 240, 3, 19, 0, 1, TimeSpan.FromSeconds(2)), new("s7-1500", 960, 3, 79, 0, 1, TimeSpan.FromSeconds(2)), new("winac", 480, 1, 39, 0, 2, TimeSpan.FromSeconds(2)),
    ];

    public PlcLoad Load => PlcLoad.Unlimited;

    public bool HasArea(S7Area area) => area is not (S7Area.Timers or S7Area.Counters) || HasTimersAndCounters;

    public bool HasType(S7TypeKind kind) => kind is not (S7TypeKind.DateAndTime or S7TypeKind.S5Time) || Name != "s7-1200";

    public bool HasTimersAndCounters => Name is "s7-300" or "s7-400" or "s7-1500" or "winac" or "generic";
}
