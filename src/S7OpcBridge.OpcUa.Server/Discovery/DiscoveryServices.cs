using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>FindServers and GetEndpoints (OPC 10000-4, 5.5): without a session, on any channel.</summary>
internal sealed class DiscoveryServices(ServerContext server, EndpointList endpoints, EndpointUrls addresses)
{
    public FindServersResponse FindServers(FindServersRequest request, UaConnection connection)
    {
        var application = endpoints.Application(addresses.UrlFor(request.EndpointUrl, connection.Local));
        var wanted = request.ServerUris.Length == 0 || request.ServerUris.Contains(server.Options.ApplicationUri);
        return new FindServersResponse { Servers = wanted ? [application] : [] };
    }

    public GetEndpointsResponse GetEndpoints(GetEndpointsRequest request, UaConnection connection) =>
        new() { Endpoints = endpoints.For(addresses.UrlFor(request.EndpointUrl, connection.Local), request.ProfileUris) };
}

/// <summary>The capabilities of this server by the identifiers of OPC 10000-12, Annex D, for discovery servers and ServerConfiguration.</summary>
internal static class AdvertisedCapabilities
{
    public static readonly string[] Identifiers = ["DA"]; // current data
}
