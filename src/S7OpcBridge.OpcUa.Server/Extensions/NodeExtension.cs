using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>An extension that adds nodes and their methods.</summary>
public abstract class NodeExtension : ServerExtension
{
    internal NodeExtension() { }

    /// <summary>Makes its part of a server.</summary>
    /// <param name="server">What the services share.</param>
    /// <param name="types">Namespace 0 of the server, whose values it may set.</param>
    /// <param name="audit">Raises audit events.</param>
    internal abstract ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit);
}
