namespace S7OpcBridge.Core;

/// <summary>When a scan class is polled.</summary>
public enum ScanMode : byte
{
    /// <summary>Always, at its interval.</summary>
    AtRate,

    /// <summary>Only while somebody listens, at the slowest rate that satisfies all listeners, never faster than the interval.</summary>
    Demand,

    /// <summary>Once on connect and then once per <see cref="Acquisition.PollAsync"/>.</summary>
    OnCommand,
}

/// <summary>One scan class of one PLC.</summary>
/// <param name="Index">Index in <see cref="TagMap.ScanGroups"/>.</param>
/// <param name="Plc">Index of the PLC; -1: the class <see cref="IsGone"/>.</param>
/// <param name="Name">Name in the map, for example <c>fast</c>.</param>
/// <param name="Interval">Time between two cycles.</param>
/// <param name="Mode">When it is polled.</param>
public sealed record ScanGroup(int Index, int Plc, string Name, TimeSpan Interval, ScanMode Mode = ScanMode.AtRate)
{
    /// <summary>True: a reload has removed the class, or the number was never used.</summary>
    public bool IsGone => Plc < 0;
}
