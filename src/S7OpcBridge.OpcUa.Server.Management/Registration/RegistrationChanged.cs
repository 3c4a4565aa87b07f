using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>The state of the registration with a discovery server changed: registered, no longer registered, or failing.</summary>
/// <param name="Remote">Null.</param>
/// <param name="Text">The new state, and why.</param>
/// <param name="IsRegistered">True: clients find this server there.</param>
/// <param name="IsTrouble">True: registering failed.</param>
public sealed record RegistrationChanged(EndPoint? Remote, string Text, bool IsRegistered, bool IsTrouble) : UaServerEvent(Remote, Text);
