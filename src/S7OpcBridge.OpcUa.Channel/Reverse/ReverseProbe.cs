using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Reverse;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>Dials a client once, to see what it says.</summary>
public static class ReverseProbe
{
    /// <summary>How long a client that takes the connection may think before its silence counts as consent.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>Connects, sends RHE, and waits for what comes; then it closes the connection.</summary>
    /// <param name="client">Where the client listens.</param>
    /// <param name="serverUri">This server's ApplicationUri.</param>
    /// <param name="endpointUrl">The URL of this server that the client is told.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>True and what the client did, or false and why it cannot be reached or refuses; the end of a sentence.</returns>
    public static async Task<(bool IsFine, string Text)> DialAsync(
        string client,
        string serverUri,
        string endpointUrl,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        if (!ServerAddress.TryParse(client, out var address))
            return (false, "that is no address; write opc.tcp://host:port");
        using var limit = new CancellationTokenSource();
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using var socket = await new ReverseDial(address, serverUri, endpointUrl, time)
                .ConnectAsync(cancellationToken)
                .ConfigureAwait(false);
            await using var patience = time.CreateTimer(
                static source => ((CancellationTokenSource)source!).Cancel(),
                limit,
                Patience,
                Timeout.InfiniteTimeSpan
            );
            await ReverseAnswer.WaitAsync(socket, endpointUrl, time, either.Token).ConfigureAwait(false);
            return (true, "it took the connection and began at once");
        }
        catch (UaException e)
        {
            return (false, e.Message);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return (true, "it took the connection and waits");
        }
    }
}
