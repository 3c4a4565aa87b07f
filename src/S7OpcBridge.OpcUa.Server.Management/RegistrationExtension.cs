using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Management.Registration;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>Registers a server with a discovery server while it listens.</summary>
public sealed class RegistrationExtension(DiscoveryRegistration discovery) : NodeExtension
{
    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit) => new RegistrationPart(server, discovery);
}
