using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>Somebody changed the users, or tried to.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">The method, and what it did.</param>
/// <param name="Caller">Who.</param>
/// <param name="Status">The status in the response.</param>
public sealed record UsersChanged(EndPoint? Remote, string Text, UaCaller Caller, StatusCode Status) : UaServerEvent(Remote, Text);
