using System.Net;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Client;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Discovery;

namespace S7OpcBridge.OpcUa.Server.Management.Registration;

/// <summary>
/// Registers this server once: gets the endpoints of the discovery server, opens an encrypted channel to the best of them, and calls RegisterServer2, or
/// RegisterServer if the discovery server does not support it (OPC 10000-4, 5.5.5 and 5.5.6).
/// </summary>
internal sealed class Registrar(
    ServerContext server,
    DiscoveryRegistration discovery,
    ServerAddress address,
    IReadOnlyList<string> discoveryUrls
)
{
    /// <param name="isOnline">False removes the registration.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="UaException">The registration failed; the message continues a sentence.</exception>
    public async Task RegisterAsync(bool isOnline, CancellationToken cancellationToken)
    {
        var own = server.Channels.Certificate ?? throw new UaException(StatusCodes.BadConfigurationError, "this server has no certificate");
        var endpoint = await BestEndpointAsync(cancellationToken).ConfigureAwait(false);
        var policy = SecurityPolicy.Find(endpoint.SecurityPolicyUri)!;
        using var peer = PeerCertificate.Parse(endpoint.ServerCertificate);
        Check(peer, policy, endpoint.Server.ApplicationUri);

        using var connection = await ClientConnection.OpenAsync(address, cancellationToken).ConfigureAwait(false);
        using var channel = new ClientChannel(connection, policy, own, peer, server.Time);
        await OpenAsync(channel, cancellationToken).ConfigureAwait(false);
        await RegisterAsync(channel, isOnline, cancellationToken).ConfigureAwait(false);
        await channel.CloseAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task<EndpointDescription> BestEndpointAsync(CancellationToken cancellationToken)
    {
        using var connection = await ClientConnection.OpenAsync(address, cancellationToken).ConfigureAwait(false);
        using var channel = new ClientChannel(connection, SecurityPolicy.None, null, null, server.Time);
        await channel.OpenAsync(cancellationToken).ConfigureAwait(false);
        var response = await channel
            .CallAsync<GetEndpointsResponse>(
                new GetEndpointsRequest { RequestHeader = channel.NewHeader(), EndpointUrl = address.ToString() },
                cancellationToken
            )
            .ConfigureAwait(false);
        await channel.CloseAsync(cancellationToken).ConfigureAwait(false);

        // The strongest policy that both support; the security levels in the endpoints do not matter.
        return response
                .Endpoints.Where(e =>
                    e.SecurityMode == MessageSecurityMode.SignAndEncrypt
                    && SecurityPolicy.Find(e.SecurityPolicyUri) is { Encryption: not null }
                )
                .MaxBy(e => SecurityPolicy.Find(e.SecurityPolicyUri)!.Level)
            ?? throw new UaException(
                StatusCodes.BadSecurityPolicyRejected,
                "it offers no encrypted endpoint with a policy that this server supports"
            );
    }

    // A server that does not trust the client must not report that (OPC 10000-4, 5.6.2): it reports a general error or ends the connection.
    private static async Task OpenAsync(ClientChannel channel, CancellationToken cancellationToken)
    {
        try
        {
            await channel.OpenAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (UaException e)
            when (e.Status.Value
                    is StatusCodes.BadSecurityChecksFailed
                        or StatusCodes.BadCertificateUntrusted
                        or StatusCodes.BadConnectionClosed
            )
        {
            throw new UaException(
                e.Status,
                $"{e.Message}; perhaps it does not trust this server's certificate yet: add it to the trust list there"
            );
        }
    }

    private void Check(PeerCertificate peer, SecurityPolicy policy, string? applicationUri)
    {
        var status = discovery.CheckServerCertificate(peer.Chain, policy);
        if (!status.IsGood)
            throw new UaException(status, $"its certificate was refused ({StatusCodes.NameOf(status)})");
        if (!CertificateNames.HasUri(peer.Chain[0], applicationUri))
            throw new UaException(
                StatusCodes.BadCertificateUriInvalid,
                $"its certificate does not contain its ApplicationUri '{applicationUri}'"
            );
        if (!IsLoopback(address.Host) && !CertificateNames.HasHost(peer.Chain[0], address.Host))
            throw new UaException(
                StatusCodes.BadCertificateHostNameInvalid,
                $"its certificate does not name {address.Host}; use a name from the certificate"
            );
    }

    private async Task RegisterAsync(ClientChannel channel, bool isOnline, CancellationToken cancellationToken)
    {
        var registered = new RegisteredServer
        {
            ServerUri = server.Options.ApplicationUri,
            ProductUri = server.Options.Build.ProductUri,
            ServerNames = [new LocalizedText(server.Options.ApplicationName, "en")],
            ServerType = ApplicationType.Server,
            DiscoveryUrls = [.. discoveryUrls],
            IsOnline = isOnline,
        };
        var multicast = new MdnsDiscoveryConfiguration
        {
            MdnsServerName = server.Options.ApplicationName,
            ServerCapabilities = AdvertisedCapabilities.From(server.Options),
        };
        try
        {
            await channel
                .CallAsync<RegisterServer2Response>(
                    new RegisterServer2Request
                    {
                        RequestHeader = channel.NewHeader(),
                        Server = registered,
                        DiscoveryConfiguration = [ExtensionObject.From(multicast)],
                    },
                    cancellationToken
                )
                .ConfigureAwait(false);
        }
        catch (UaException e) when (e.Status.Value is StatusCodes.BadServiceUnsupported or StatusCodes.BadNotImplemented)
        {
            await channel
                .CallAsync<RegisterServerResponse>(
                    new RegisterServerRequest { RequestHeader = channel.NewHeader(), Server = registered },
                    cancellationToken
                )
                .ConfigureAwait(false);
        }
    }

    private static bool IsLoopback(string host) => host == "localhost" || IPAddress.TryParse(host, out var ip) && IPAddress.IsLoopback(ip);
}
