using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>FindServers and GetEndpoints (OPC 10000-4, 5.5): without a session, on any channel.</summary>
internal sealed class DiscoveryServices(ServerContext server, EndpointList endpoints, EndpointUrls addresses)
{
    /// <summary>This server, and the others of a redundant set: so clients turn their ServerUris into URLs (10000-4, 6.6.2.4.5.1).</summary>
    public FindServersResponse FindServers(FindServersRequest request, UaConnection connection)
    {
        var own = endpoints.Application(addresses.UrlFor(request.EndpointUrl, connection.Local));
        ApplicationDescription[] all = [own, .. server.Options.Redundancy is { } set ? Others(set, own) : []];
        return new FindServersResponse
        {
            Servers =
                request.ServerUris.Length == 0
                    ? all
                    : [.. all.Where(application => request.ServerUris.Contains(application.ApplicationUri))],
        };
    }

    public GetEndpointsResponse GetEndpoints(GetEndpointsRequest request, UaConnection connection) =>
        new() { Endpoints = endpoints.For(addresses.UrlFor(request.EndpointUrl, connection.Local), request.ProfileUris) };

    private static IEnumerable<ApplicationDescription> Others(RedundantSet set, ApplicationDescription own) =>
        from other in set.Servers()
        where other.ApplicationUri != own.ApplicationUri
        select new ApplicationDescription
        {
            ApplicationUri = other.ApplicationUri,
            ProductUri = own.ProductUri,
            ApplicationName = new LocalizedText(other.Name, "en"),
            ApplicationType = ApplicationType.Server,
            DiscoveryUrls = [.. other.DiscoveryUrls],
        };
}
