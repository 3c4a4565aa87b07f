using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Logging;

namespace S7OpcBridge.Cluster.Calls;

/// <summary>Calls the handler, and turns its exceptions into refusals that travel as text.</summary>
internal sealed class RequestDispatch(NodeRequestHandler handler, ILogger logger)
{
    public async Task<NodeAnswer> AnswerAsync(string fromNode, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        try
        {
            return new NodeAnswer(await handler(fromNode, kind, body, cancellationToken).ConfigureAwait(false), null);
        }
        catch (ClusterCallException refusal) when (refusal.Failure == ClusterCallFailure.Refused)
        {
            return new NodeAnswer(null, refusal.Message);
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            logger.RequestFailed(failure, kind, fromNode);
            throw;
        }
    }
}
