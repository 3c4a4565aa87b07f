using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web;

/// <summary>Figures of the OPC UA server. Totals count since its start.</summary>
public sealed record ServerFigures
{
    /// <summary>TCP connections.</summary>
    public required int Connections { get; init; }

    /// <summary>Sessions.</summary>
    public required int Sessions { get; init; }

    /// <summary>Sessions made, and attempts that were refused.</summary>
    public required (uint Made, uint Refused) SessionsSoFar { get; init; }

    /// <summary>Subscriptions, including those without a session.</summary>
    public required int Subscriptions { get; init; }

    /// <summary>Monitored items.</summary>
    public required int MonitoredItems { get; init; }

    /// <summary>Memory used for clients.</summary>
    public required ClientMemoryFigures ClientMemory { get; init; }

    /// <summary>HistoryReads that are worked on or wait, answers, and answers that were cut short.</summary>
    public required (int UnderWay, long Answers, long CutShort) HistoryReads { get; init; }

    /// <summary>The service level that clients see, 0 to 255.</summary>
    public required byte ServiceLevel { get; init; }

    /// <summary>Loops of the bridge that stand still.</summary>
    public required int Standstills { get; init; }

    /// <summary>Failed loops that were restarted.</summary>
    public required long Restarts { get; init; }

    /// <summary>Maps applied, including the first.</summary>
    public required uint MapLoads { get; init; }

    /// <summary>Errors of the map on disk, for which it was refused.</summary>
    public required int MapFindings { get; init; }
}

/// <summary>Figures of all subscriptions since the start, ended ones included.</summary>
/// <param name="Notifications">Values and events sent.</param>
/// <param name="Events">Events among them.</param>
/// <param name="Overflows">Values and events that were overwritten before they were sent.</param>
/// <param name="Discarded">Messages dropped before the client acknowledged them.</param>
/// <param name="Cycles">Publishing cycles.</param>
/// <param name="Lateness">Sum of their delays.</param>
/// <param name="Unserved">Cycles with something to send and no Publish request.</param>
public readonly record struct PublishedFigures(
    ulong Notifications,
    ulong Events,
    ulong Overflows,
    ulong Discarded,
    ulong Cycles,
    TimeSpan Lateness,
    ulong Unserved
);
