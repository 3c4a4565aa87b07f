using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Counters;

namespace S7OpcBridge.OpcUa.Server.Context;

/// <summary>What all services of a server share.</summary>
/// <param name="options">The settings.</param>
/// <param name="channels">What the connections share.</param>
internal sealed class ServerContext(UaServerOptions options, ChannelContext channels)
{
    public UaServerOptions Options => options;

    public UaServerLimits Limits => Options.Limits;

    public TimeProvider Time => Options.Time;

    /// <summary>OPC UA ticks.</summary>
    public long Now => UaTime.Now(Options.Time);

    /// <summary>What the connections share.</summary>
    public ChannelContext Channels => channels;

    /// <summary>The memory that all clients together may take.</summary>
    public ClientMemoryBudget Memory => channels.Memory;

    /// <summary>Counts of sessions and requests.</summary>
    public ServerCounters Counters { get; } = new();

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
