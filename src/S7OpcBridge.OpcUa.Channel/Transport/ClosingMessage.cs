using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Sends ERR to a client whose connection is closed for its own error.</summary>
internal static class ClosingMessage
{
    private const int MostReads = 1024;
    private static readonly TimeSpan CloseTimeout = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Makes the ERR frame. It does not say what was wrong with a certificate (OPC 10000-4, 6.1.3), nor which check of a chunk failed, because the client is
    /// not authenticated.
    /// </summary>
    public static byte[] FrameFor(UaException error) =>
        error.Status.Value switch
        {
            StatusCodes.BadCertificateUntrusted
            or StatusCodes.BadCertificateChainIncomplete
            or StatusCodes.BadCertificateRevoked
            or StatusCodes.BadCertificateIssuerRevoked
            or StatusCodes.BadCertificateRevocationUnknown
            or StatusCodes.BadCertificateIssuerRevocationUnknown
            or StatusCodes.BadCertificateTimeInvalid
            or StatusCodes.BadCertificateIssuerTimeInvalid
            or StatusCodes.BadCertificateUseNotAllowed
            or StatusCodes.BadCertificateIssuerUseNotAllowed
            or StatusCodes.BadCertificatePolicyCheckFailed
            or StatusCodes.BadCertificateInvalid
            or StatusCodes.BadSecurityChecksFailed => ErrorMessage.Write(StatusCodes.BadSecurityChecksFailed, "Security checks failed."),
            _ => ErrorMessage.Write(error.Status, error.Message),
        };

    /// <summary>
    /// Sends what is queued and reads on until the client has closed: with unread bytes TCP would reset the connection and the client might lose the ERR.
    /// </summary>
    public static async ValueTask SendAsync(ClientSocket socket, ChannelWriter writer, TimeProvider time)
    {
        try
        {
            using var limit = new CancellationTokenSource(CloseTimeout, time);
            await writer.ReleaseAsync(0).AsTask().WaitAsync(limit.Token).ConfigureAwait(false);
            await socket.ShutDownAsync(MostReads, limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // The client has gone.
        }
    }
}
