using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>A session was created.</summary>
public sealed record SessionCreated(EndPoint? Remote, string Text, NodeId SessionId) : UaServerEvent(Remote, Text);

/// <summary>A session was activated, for the first time, by another user or on another channel.</summary>
public sealed record SessionActivated(EndPoint? Remote, string Text, NodeId SessionId, string? User) : UaServerEvent(Remote, Text);

/// <summary>A session was refused, or its user was.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">Why.</param>
/// <param name="Status">The status in the response.</param>
/// <param name="User">The user name in the request; null: none.</param>
public sealed record SessionRejected(EndPoint? Remote, string Text, StatusCode Status, string? User = null) : UaServerEvent(Remote, Text);

/// <summary>A session was denied a write or a method call, because of its roles. One event per Write request and per method call.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">What was denied.</param>
/// <param name="Caller">Who.</param>
public sealed record AccessDenied(EndPoint? Remote, string Text, UaCaller Caller) : UaServerEvent(Remote, Text);

/// <summary>A session ended.</summary>
public sealed record SessionClosed(EndPoint? Remote, string Text, NodeId SessionId) : UaServerEvent(Remote, Text);

/// <summary>A client used a host name that the server's certificate does not have; raised once per name.</summary>
public sealed record NameNotInCertificate(EndPoint? Remote, string Text, string Host) : UaServerEvent(Remote, Text);
