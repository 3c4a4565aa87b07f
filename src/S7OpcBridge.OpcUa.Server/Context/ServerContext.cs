using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Lanes;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Context;

/// <summary>What all connections of a server share.</summary>
internal sealed class ServerContext
{
    public ServerContext(UaServerOptions options, Action<UaServerEvent> report)
    {
        Options = options;
        Memory = new ClientMemoryBudget(options.Limits.ClientMemory > 0 ? options.Limits.ClientMemory : MemoryLimits.OfProcess);
        Events = new UaEvents(new EventListeners(options.Time, Memory, options.History?.RecordEvent));
        Audit = new Audit(Events, options);
        HistoryReads = new WorkLane("History", options.Limits.History.MaxReadsAtOnce, options.Time);
        Diagnostics = new ServerDiagnostics(options, Counters);
        Channels = new ChannelContext(options, options.Limits, Memory, report)
        {
            Opened = Audit.Channels.Opened,
            Refused = Audit.Channels.Refused,
            Closed = Audit.Channels.Closed,
        };
    }

    public UaServerOptions Options { get; }

    public UaServerLimits Limits => Options.Limits;

    public TimeProvider Time => Options.Time;

    /// <summary>OPC UA ticks.</summary>
    public long Now => UaTime.Now(Options.Time);

    /// <summary>What the connections share.</summary>
    public ChannelContext Channels { get; }

    /// <summary>Where events are raised.</summary>
    public UaEvents Events { get; }

    /// <summary>Raises the audit events.</summary>
    public Audit Audit { get; }

    /// <summary>The memory that all clients together may take.</summary>
    public ClientMemoryBudget Memory { get; }

    /// <summary>Where HistoryReads are worked on.</summary>
    public WorkLane HistoryReads { get; }

    /// <summary>Counts of sessions and requests.</summary>
    public ServerCounters Counters { get; } = new();

    /// <summary>The figures that clients can read.</summary>
    public ServerDiagnostics Diagnostics { get; }

    public void Report(UaServerEvent happened) => Channels.Report(happened);

    /// <summary>
    /// The status for a request that ended with an exception. Anything but a <see cref="UaException"/> is a bug: it is reported, and the client gets
    /// BadInternalError.
    /// </summary>
    public StatusCode StatusOf(Exception error, PendingCall? call, UaConnection connection)
    {
        if (call is { Status.IsGood: false })
            return call.Status;
        if (error is UaException known)
            return known.Status;
        Report(new RequestFailed(connection.Remote, $"A request of {connection.Remote} failed inside the server: {error.Message}", error));
        return StatusCodes.BadInternalError;
    }
}
