using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Configuration;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>The services on nodes: the View, Attribute and Method service sets.</summary>
internal sealed record NodeServices(
    ReadService Read, WriteService Write, BrowseService Browse, BrowsePathService BrowsePaths, RegisterNodesService Registration, CallService Call)
{
    public static NodeServices Of(ServerContext server, AddressSpace space, NodeAccess access, SubscriptionMethods subscriptions,
        ServerConfiguration? configuration) => new(
        new ReadService(server, space, access),
        new WriteService(server, space, access),
        new BrowseService(server, space, access),
        new BrowsePathService(server, space, access),
        new RegisterNodesService(server),
        new CallService(server, space, access, subscriptions, configuration));
}
