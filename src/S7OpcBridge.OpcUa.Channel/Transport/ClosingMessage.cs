using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>The last words to a client whose connection ends for a fault of its own.</summary>
internal static class ClosingMessage
{
    private const int MostReads = 1024;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>
    /// The ERR frame. Whoever has not proved who it is does not learn what was wrong with its certificate (OPC 10000-4, 6.1.3), nor which of the checks on a
    /// chunk failed.
    /// </summary>
    public static byte[] FrameFor(UaException error) => error.Status.Value switch
    {
        StatusCodes.BadCertificateUntrusted or StatusCodes.BadCertificateChainIncomplete or StatusCodes.BadCertificateRevoked
            or StatusCodes.BadCertificateIssuerRevoked or StatusCodes.BadCertificateRevocationUnknown or StatusCodes.BadCertificateIssuerRevocationUnknown
            or StatusCodes.BadCertificateTimeInvalid or StatusCodes.BadCertificateIssuerTimeInvalid or StatusCodes.BadCertificateUseNotAllowed
            or StatusCodes.BadCertificateIssuerUseNotAllowed or StatusCodes.BadCertificatePolicyCheckFailed or StatusCodes.BadCertificateInvalid
            or StatusCodes.BadSecurityChecksFailed => ErrorMessage.Write(StatusCodes.BadSecurityChecksFailed, "Security checks failed."),
        _ => ErrorMessage.Write(error.Status, error.Message),
    };

    /// <summary>Sends what is queued and reads on until the client has hung up: closing with unread bytes would tear our words from its hands.</summary>
    public static async ValueTask SayAsync(ClientSocket socket, ChannelWriter writer, TimeProvider time)
    {
        try
        {
            using var patience = new CancellationTokenSource(Patience, time);
            await writer.ReleaseAsync(0).AsTask().WaitAsync(patience.Token).ConfigureAwait(false);
            await socket.HangUpAsync(MostReads, patience.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // It did not want to know.
        }
    }
}
