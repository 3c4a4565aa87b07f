using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>Basic256Sha256 with SignAndEncrypt, which every server knows: the client's certificate and that of one server.</summary>
internal sealed record LoadSecurity(OwnCertificate Own, PeerCertificate Server)
{
    /// <summary>The URI in the client's certificate.</summary>
    public const string ClientUri = "urn:test:client";

    private static readonly Lazy<OwnCertificate> Client = new(() => new OwnCertificate(UaTestCertificates.Create(ClientUri)));

    public static SecurityPolicy Policy => SecurityPolicy.Basic256Sha256;

    /// <summary>Asks a server for its certificate.</summary>
    public static LoadSecurity Of(string url)
    {
        using var channel = LoadChannel.Open(url, null);
        var endpoints = channel
            .Call<GetEndpointsResponse>(new GetEndpointsRequest { RequestHeader = { Timestamp = 1 }, EndpointUrl = url })
            .Endpoints;
        var endpoint =
            endpoints.FirstOrDefault(e => e.SecurityPolicyUri == Policy.Uri && e.SecurityMode == MessageSecurityMode.SignAndEncrypt)
            ?? throw new InvalidOperationException($"{url} does not offer {Policy} with SignAndEncrypt.");
        return new LoadSecurity(Client.Value, PeerCertificate.Parse(endpoint.ServerCertificate));
    }
}
