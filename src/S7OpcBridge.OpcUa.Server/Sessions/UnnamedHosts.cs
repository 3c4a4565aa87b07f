using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Notices by which names clients come that the server's certificate does not have: other clients would refuse to talk to it there.</summary>
internal sealed class UnnamedHosts(ServerContext server)
{
    /// <summary>Names are the client's words: only so many are remembered, and told.</summary>
    private const int MaxTold = 20;

    private readonly ConcurrentDictionary<(string Thumbprint, string Host), bool> _told = new();

    public void Notice(UaConnection connection, string? endpointUrl)
    {
        if (connection.Channel?.Own is not { } own || !ServerAddress.TryParse(endpointUrl, out var address) || CertificateNames.HasHost(own.Certificate, address.Host))
            return;
        if (_told.Count >= MaxTold || !_told.TryAdd((own.Certificate.Thumbprint, address.Host), true))
            return;
        var text =
            $"{connection.Remote} came by the name {address.Host}, which the server's certificate does not have; clients that check it refuse the server there (BadCertificateHostNameInvalid). Advertise the name and make a new certificate.";
        server.Report(new NameNotInCertificate(connection.Remote, text, address.Host));
        server.Audit.Channels.NameMismatch(endpointUrl, text);
    }
}
