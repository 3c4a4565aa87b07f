using S7OpcBridge.OpcUa.Server.Options;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>A part of the standard that a server has only if it is given to it in <see cref="UaServerOptions.Extensions"/>.</summary>
public abstract class ServerExtension
{
    // What an extension does is declared by NodeExtension, which needs the services; options cannot name it, because the services need options.
    private protected ServerExtension() { }

    /// <summary>URIs of the profiles that a server with it fulfils beyond its own.</summary>
    internal virtual IReadOnlyList<string> Profiles => [];

    /// <summary>The capabilities that it adds, by the identifiers of OPC 10000-12, Annex D.</summary>
    internal virtual IReadOnlyList<string> Capabilities => [];

    /// <summary>The standard's namespaces of which it serves a part; the server's options name their URIs.</summary>
    internal virtual IReadOnlyList<NamespaceModel> Models => [];

    /// <summary>Nodes of namespace 0 that no server has without it; those below them come with them.</summary>
    internal virtual IReadOnlyList<uint> Served => [];

    /// <summary>Optional nodes below <see cref="Served"/> that the server does not have even so.</summary>
    internal virtual IReadOnlyList<uint> NotServed => [];
}
