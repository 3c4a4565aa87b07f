using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Diagnostics;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The figures of the server, for metrics, pages and its supervision.</summary>
public sealed partial class UaServer
{
    /// <summary>Sessions, activated or not.</summary>
    public int Sessions => _sessions.Count;

    /// <summary>TCP connections.</summary>
    public int Connections => _connections.Count;

    /// <summary>Subscriptions.</summary>
    public int Subscriptions => _subscriptions.Subscriptions.Count;

    /// <summary>Monitored items.</summary>
    public int MonitoredItems => _subscriptions.MonitoredItemCount;

    /// <inheritdoc cref="ClientMemoryFigures"/>
    public ClientMemoryFigures ClientMemory => _context.Memory.Figures;

    /// <inheritdoc cref="HistoryReadFigures"/>
    public HistoryReadFigures HistoryReads =>
        new(_historyReads.Turns, _context.Counters.HistoryReads.Answers, _context.Counters.HistoryReads.CutShort);

    /// <summary>Figures of all subscriptions since the start. Walks all that exist: not for frequent calls.</summary>
    public PublishingFigures Publishing => _subscriptions.Figures;

    /// <summary>Sessions created and refused since the start.</summary>
    public (uint Made, uint Refused) SessionsSoFar => _diagnostics.SessionsSoFar;

    /// <summary>The sessions, with the figures of their subscriptions. Subscriptions that outlived their session are not shown.</summary>
    public IReadOnlyList<ClientSession> Clients => ClientSessions.List(_diagnostics, Options.Time);

    /// <summary>How well the server can serve now, 0 to 255, as clients read it.</summary>
    public byte ServiceLevel => _life.Condition.ServiceLevel;

    /// <summary>A counter that changes as long as the timer of the subscriptions works. Any thread.</summary>
    public long PublishingRounds => _subscriptions.Timers.Fired;

    /// <summary>True while publishing cycles run, or one is more than a second late. Any thread.</summary>
    public bool IsPublishingDue => _subscriptions.Timers.HasWork;

    /// <summary>A counter that changes as long as the loop of all clients' sockets works; one for all servers of the process. Any thread.</summary>
    public long ConnectionRounds => _context.Channels.Loop?.Rounds ?? 0;

    /// <summary>True while that loop answers a client; false on a system without the loop. Any thread.</summary>
    public bool IsAnswering => _context.Channels.Loop?.IsAwake ?? false;
}
