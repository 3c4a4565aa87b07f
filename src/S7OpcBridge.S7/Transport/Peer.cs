using System.Net;
using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.S7.Transport;

/// <summary>The peer of an open connection, with the messages about losing it.</summary>
/// <param name="RemoteEndPoint">Address and port that accepted the connection.</param>
/// <param name="Disconnect">The COTP disconnect with both references.</param>
internal sealed record Peer(EndPoint RemoteEndPoint, CotpDisconnect Disconnect)
{
    public LinkFault Lost(Exception cause, bool midFrame) =>
        new(
            $"The connection to {RemoteEndPoint} broke{(midFrame ? " in the middle of a frame" : "")}: " + $"{cause.Message}",
            S7ConnectStage.Open,
            S7LinkCause.ClosedByPeer,
            cause
        );

    public LinkFault Closed(bool midFrame) =>
        new(
            $"{RemoteEndPoint} closed the connection{(midFrame ? " in the middle of a frame" : "")}.",
            S7ConnectStage.Open,
            S7LinkCause.ClosedByPeer
        );

    public LinkFault Disconnected(byte reason) =>
        new(
            $"{RemoteEndPoint} ended the connection with a COTP disconnect: {CotpDisconnect.Describe(reason)}.",
            S7ConnectStage.Open,
            S7LinkCause.ClosedByPeer
        );

    public LinkFault NoAnswer(TimeSpan timeout) =>
        new(
            $"{RemoteEndPoint} did not answer a job within {timeout.TotalSeconds:0.###} s; the connection is closed, because a late answer "
                + "could be mistaken for "
                + "that of another job.",
            S7ConnectStage.Open,
            S7LinkCause.TimedOut
        );

    public LinkFault ClosedHere() =>
        new($"The connection to {RemoteEndPoint} was closed by this program.", S7ConnectStage.Open, S7LinkCause.ClosedHere);
}
