using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A policy with SignAndEncrypt, with RSA certificates: the client's and that of one server.</summary>
internal sealed record LoadSecurity(SecurityPolicy Policy, OwnCertificate Own, PeerCertificate Server)
{
    /// <summary>The URI in the client's certificate.</summary>
    public const string ClientUri = "urn:test:client";

    private static readonly Lazy<OwnCertificate> Client = new(() => new OwnCertificate(UaTestCertificates.Create(ClientUri)));

    /// <summary>Every server knows it.</summary>
    public static SecurityPolicy Usual => SecurityPolicy.Basic256Sha256;

    /// <summary>Asks a server for its certificate.</summary>
    public static LoadSecurity Of(string url) => Of(url, Usual);

    /// <summary>The same under another policy.</summary>
    public static LoadSecurity Of(string url, SecurityPolicy policy)
    {
        using var channel = LoadChannel.Open(url, null);
        var endpoints = channel
            .Call<GetEndpointsResponse>(new GetEndpointsRequest { RequestHeader = { Timestamp = 1 }, EndpointUrl = url })
            .Endpoints;
        var endpoint =
            endpoints.FirstOrDefault(e => e.SecurityPolicyUri == policy.Uri && e.SecurityMode == MessageSecurityMode.SignAndEncrypt)
            ?? throw new InvalidOperationException($"{url} does not offer {policy} with SignAndEncrypt.");
        return new LoadSecurity(policy, Client.Value, PeerCertificate.Parse(endpoint.ServerCertificate));
    }
}
