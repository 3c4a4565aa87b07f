using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>An administrator called a method of ServerConfiguration that changed something, or tried to.</summary>
/// <param name="Remote">The client's address.</param>
/// <param name="Text">The method, and what it did; never a key.</param>
/// <param name="Caller">Who.</param>
/// <param name="Method">The method's name.</param>
/// <param name="Status">The status in the response.</param>
public sealed record ConfigurationCalled(EndPoint? Remote, string Text, UaCaller Caller, string Method, StatusCode Status)
    : UaServerEvent(Remote, Text);
