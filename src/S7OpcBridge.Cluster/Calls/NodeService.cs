using Microsoft.Extensions.Logging;
using Orleans.Concurrency;

namespace S7OpcBridge.Cluster.Calls;

/// <summary>Answers the requests of other nodes. One per silo, addressed by the silo's address.</summary>
[Reentrant]
internal sealed class NodeService : GrainService, INodeService
{
    private readonly RequestDispatch _dispatch;
    private readonly PingHandler _ping;

    public NodeService(GrainId id, Silo silo, ILoggerFactory loggerFactory, RequestDispatch dispatch, PingHandler ping)
        : base(id, silo, loggerFactory) => (_dispatch, _ping) = (dispatch, ping);

    public Task<NodeAnswer> AskAsync(string fromNode, byte kind, ReadOnlyMemory<byte> body)
    {
        var stopping = StoppedCancellationTokenSource.Token;
        // On the pool: Orleans runs one turn of a service at a time, and a handler may take long.
        return Task.Run(() => _dispatch.AnswerAsync(fromNode, kind, body, stopping), stopping);
    }

    public Task<PingAnswer> PingAsync(SiloAddress asker) => Task.FromResult(_ping(asker));
}
