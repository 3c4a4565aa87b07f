using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Cluster.Fencing;

/// <summary>Distinguishes a program that has ended from one that can't be reached.</summary>
internal static class Listening
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromMilliseconds(300);

    /// <summary>True: the machine answers that nobody listens there. False: somebody does, or there was no answer.</summary>
    public static async Task<bool> IsRefusedAsync(EndPoint endpoint, TimeProvider time, CancellationToken cancellationToken)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        using var limit = new CancellationTokenSource(ConnectTimeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            await socket.ConnectAsync(endpoint, either.Token).ConfigureAwait(false);
            return false;
        }
        catch (SocketException failure)
        {
            return failure.SocketErrorCode == SocketError.ConnectionRefused;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }
}
