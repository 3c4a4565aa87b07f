using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>Says in words why a client could not be dialled, or did not want to.</summary>
internal static class ReverseErrors
{
    /// <summary>Of a connection that was not made.</summary>
    public static UaException From(SocketException error, ServerAddress client) =>
        error.SocketErrorCode switch
        {
            SocketError.ConnectionRefused => new(
                StatusCodes.BadConnectionRejected,
                $"nothing listens on port {client.Port} there; start the client, and make it listen for reverse connections"
            ),
            SocketError.HostUnreachable or SocketError.NetworkUnreachable or SocketError.HostDown or SocketError.NetworkDown => new(
                StatusCodes.BadNoCommunication,
                "there is no route to it; check cable, subnet mask and gateway of this machine"
            ),
            SocketError.TooManyOpenSockets => new(StatusCodes.BadTcpNotEnoughResources, "this process may open no more files (ulimit -n)"),
            _ => new(StatusCodes.BadNoCommunication, $"the connection failed ({error.Message.TrimEnd('.')})"),
        };

    /// <summary>Of an ERR that a client sent in answer to RHE.</summary>
    /// <param name="error">As it was read.</param>
    /// <param name="endpointUrl">The URL that the client was told.</param>
    public static UaException From(UaException error, string endpointUrl) =>
        error.Status.Value switch
        {
            StatusCodes.BadTcpEndpointUrlInvalid => new(
                error.Status,
                $"{error.Message}: it expects another URL than {endpointUrl}; write exactly this one in the client, or another one as 'endpoint'"
            ),
            StatusCodes.BadTcpMessageTypeInvalid => new(
                error.Status,
                $"{error.Message}: it does not do reverse connect on this port, or nobody there waits for this server now"
            ),
            StatusCodes.BadTcpServerTooBusy or StatusCodes.BadTcpNotEnoughResources or StatusCodes.BadTooManyOperations => new(
                error.Status,
                $"{error.Message}: too many connections wait there already"
            ),
            _ => error,
        };
}
