using System.Net;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>Something that happened between the server and a client. The text is a whole sentence for the log.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">What happened, and what to do about it.</param>
public abstract record UaServerEvent(EndPoint? Remote, string Text);

/// <summary>A connection was refused or closed before it had a channel, because there are too many or it was too slow.</summary>
public sealed record ConnectionRefused(EndPoint? Remote, string Text) : UaServerEvent(Remote, Text);

/// <summary>The system refuses connections because the process has run out of file handles, or grants them again.</summary>
/// <param name="Remote">Null.</param>
/// <param name="Text">What to do.</param>
/// <param name="IsTrouble">True: nobody can connect.</param>
public sealed record AcceptingChanged(EndPoint? Remote, string Text, bool IsTrouble) : UaServerEvent(Remote, Text);

/// <summary>A channel was opened.</summary>
public sealed record ChannelOpened(EndPoint? Remote, string Text, uint ChannelId, SecurityPolicy Policy, string Mode)
    : UaServerEvent(Remote, Text);

/// <summary>A channel was refused, or the renewal of one.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">Why.</param>
/// <param name="Status">The reason as a code, which is not sent to the client.</param>
/// <param name="Certificate">The client's certificate chain as it was sent, when that was the reason.</param>
public sealed record ChannelRejected(EndPoint? Remote, string Text, StatusCode Status, ReadOnlyMemory<byte> Certificate)
    : UaServerEvent(Remote, Text)
{
    /// <summary>Subject and thumbprint of the certificate; null: there was none that can be read.</summary>
    public string? CertificateName => PeerCertificate.NameOf(Certificate.Span);
}

/// <summary>A channel ended.</summary>
public sealed record ChannelClosed(EndPoint? Remote, string Text, uint ChannelId) : UaServerEvent(Remote, Text);

/// <summary>A client sent something that is not OPC UA, or broke its rules; its connection was closed.</summary>
public sealed record GarbageReceived(EndPoint? Remote, string Text, StatusCode Status) : UaServerEvent(Remote, Text);

/// <summary>A request was answered with a fault because something in the server went wrong: a bug.</summary>
public sealed record RequestFailed(EndPoint? Remote, string Text, Exception Exception) : UaServerEvent(Remote, Text);

/// <summary>A client that the server dials was reached, connected, left, or could not be reached.</summary>
/// <param name="Remote">Null.</param>
/// <param name="Text">What happened, and what to do about it.</param>
/// <param name="Client">Where the client listens.</param>
/// <param name="IsTrouble">True: it is not reached, or refuses.</param>
public sealed record ReverseConnectChanged(EndPoint? Remote, string Text, string Client, bool IsTrouble) : UaServerEvent(Remote, Text);
