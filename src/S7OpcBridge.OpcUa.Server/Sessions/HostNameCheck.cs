using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Reports host names that clients use and the server's certificate does not have: clients that check the name would refuse the server.</summary>
internal sealed class HostNameCheck(ServerContext server, ChannelAudit audit)
{
    /// <summary>Clients choose the names, so only a limited number is kept and reported.</summary>
    private const int MaxReported = 20;

    private readonly ConcurrentDictionary<(string Thumbprint, string Host), bool> _reported = new();

    public void Notice(UaConnection connection, string? endpointUrl)
    {
        if (
            connection.Channel?.Own is not { } own
            || !ServerAddress.TryParse(endpointUrl, out var address)
            || CertificateNames.HasHost(own.Certificate, address.Host)
        )
            return;
        if (_reported.Count >= MaxReported || !_reported.TryAdd((own.Certificate.Thumbprint, address.Host), true))
            return;
        var text =
            $"{connection.Remote} used the host name {address.Host}, which the server's certificate does not have; clients that check it refuse the server "
            + "(BadCertificateHostNameInvalid). Advertise the name and make a new certificate.";
        server.Report(new NameNotInCertificate(connection.Remote, text, address.Host));
        audit.NameMismatch(endpointUrl, text);
    }
}
