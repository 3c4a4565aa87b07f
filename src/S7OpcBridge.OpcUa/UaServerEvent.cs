using System.Net;

namespace S7OpcBridge.OpcUa;

/// <summary>Something that happened between the server and a client. The text is a whole sentence for the log.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">What happened, and what to do about it.</param>
public abstract record UaServerEvent(EndPoint? Remote, string Text);

/// <summary>A connection was refused or dropped before it had a channel: too many of them, too slow.</summary>
public sealed record ConnectionRefused(EndPoint? Remote, string Text) : UaServerEvent(Remote, Text);

/// <summary>The system refuses connections because the process has run out of file handles, or grants them again.</summary>
/// <param name="Remote">Nobody.</param>
/// <param name="Text">What to do.</param>
/// <param name="IsTrouble">True: nobody can connect.</param>
public sealed record AcceptingChanged(EndPoint? Remote, string Text, bool IsTrouble) : UaServerEvent(Remote, Text);

/// <summary>A channel was opened.</summary>
public sealed record ChannelOpened(EndPoint? Remote, string Text, uint ChannelId, SecurityPolicy Policy, string Mode) : UaServerEvent(Remote, Text);

/// <summary>A channel was refused, or the renewal of one.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">Why.</param>
/// <param name="Status">The reason as a code, which the client is not told.</param>
/// <param name="Certificate">The client's certificate chain as it was sent, when that was the reason.</param>
public sealed record ChannelRejected(EndPoint? Remote, string Text, StatusCode Status, ReadOnlyMemory<byte> Certificate) : UaServerEvent(Remote, Text)
{
    /// <summary>Subject and thumbprint of the certificate; null: there was none that can be read.</summary>
    public string? CertificateName => PeerCertificate.NameOf(Certificate.Span);
}

/// <summary>A channel ended.</summary>
public sealed record ChannelClosed(EndPoint? Remote, string Text, uint ChannelId) : UaServerEvent(Remote, Text);

/// <summary>A client sent what is no OPC UA, or broke its rules; its connection was ended.</summary>
public sealed record GarbageReceived(EndPoint? Remote, string Text, StatusCode Status) : UaServerEvent(Remote, Text);

/// <summary>A request was answered with a fault because something in the server went wrong: a bug.</summary>
public sealed record RequestFailed(EndPoint? Remote, string Text, Exception Exception) : UaServerEvent(Remote, Text);

/// <summary>A session was created.</summary>
public sealed record SessionCreated(EndPoint? Remote, string Text, NodeId SessionId) : UaServerEvent(Remote, Text);

/// <summary>A session was activated, for the first time, by another user or on another channel.</summary>
public sealed record SessionActivated(EndPoint? Remote, string Text, NodeId SessionId, string? User) : UaServerEvent(Remote, Text);

/// <summary>A session was refused, or its user was.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">Why.</param>
/// <param name="Status">What the client is told.</param>
/// <param name="User">The user that it said it is; null: it said none.</param>
public sealed record SessionRejected(EndPoint? Remote, string Text, StatusCode Status, string? User = null) : UaServerEvent(Remote, Text);

/// <summary>Somebody with a session wanted what its roles do not allow. One event for each Write request and for each call of a method.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">What it wanted.</param>
/// <param name="Caller">Who.</param>
public sealed record AccessDenied(EndPoint? Remote, string Text, UaCaller Caller) : UaServerEvent(Remote, Text);

/// <summary>An administrator called a method of ServerConfiguration that changed something, or tried to.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">The method, and what it did; never a key.</param>
/// <param name="Caller">Who.</param>
/// <param name="Method">The method's name.</param>
/// <param name="Status">What the client is told.</param>
public sealed record ConfigurationCalled(EndPoint? Remote, string Text, UaCaller Caller, string Method, StatusCode Status) : UaServerEvent(Remote, Text);

/// <summary>An administrator changed who has which role, or tried to.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">The method, and what it did.</param>
/// <param name="Caller">Who.</param>
/// <param name="Status">What the client is told.</param>
public sealed record RoleMappingChanged(EndPoint? Remote, string Text, UaCaller Caller, StatusCode Status) : UaServerEvent(Remote, Text);

/// <summary>A session ended.</summary>
public sealed record SessionClosed(EndPoint? Remote, string Text, NodeId SessionId) : UaServerEvent(Remote, Text);

/// <summary>The registration with a discovery server was made, taken back, or cannot be made; told when that changes.</summary>
/// <param name="Remote">Nobody.</param>
/// <param name="Text">What became of it, and why.</param>
/// <param name="IsRegistered">True: clients find this server there.</param>
/// <param name="IsTrouble">True: it should be, and is not.</param>
public sealed record RegistrationChanged(EndPoint? Remote, string Text, bool IsRegistered, bool IsTrouble) : UaServerEvent(Remote, Text);

/// <summary>A client came by a name that the server's certificate does not have; told once for each name.</summary>
public sealed record NameNotInCertificate(EndPoint? Remote, string Text, string Host) : UaServerEvent(Remote, Text);
