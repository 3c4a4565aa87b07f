using S7OpcBridge.OpcUa.Server.Extensions;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>An extension that adds nodes and their methods.</summary>
public abstract class NodeExtension : ServerExtension
{
    internal NodeExtension() { }

    /// <summary>Makes its part of a server.</summary>
    /// <param name="options">The server's settings.</param>
    /// <param name="types">Namespace 0 of the server, whose values it may set.</param>
    internal abstract ExtensionPart PartOf(UaServerOptions options, Namespace0 types);
}
