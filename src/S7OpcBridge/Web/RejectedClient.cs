using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>A client that was turned away because nobody trusts its certificate.</summary>
/// <param name="Name">Subject of the certificate.</param>
/// <param name="Thumbprint">SHA-1 of the certificate, 40 hexadecimal digits.</param>
/// <param name="LastCame">When it last knocked.</param>
/// <param name="TrustCommand">What an administrator types to let it in.</param>
internal sealed record RejectedClient(string Name, string Thumbprint, DateTimeOffset LastCame, string TrustCommand)
{
    /// <summary>Those in the store of the map, the newest first.</summary>
    public static IReadOnlyList<RejectedClient> In(ServerSettings server)
    {
        if (!server.NeedsCertificate || server.Certificates is not { } folder)
            return [];
        var files = new CertificateStores(folder).Rejected.Read(static _ => { });
        try
        {
            return [.. files.OrderByDescending(file => file.Changed).Select(file =>
                new RejectedClient(file.Leaf.Subject, file.Leaf.Thumbprint, file.Changed, string.Format(server.TrustCommand, file.Leaf.Thumbprint)))];
        }
        finally
        {
            foreach (var certificate in files.SelectMany(file => file.Chain))
                certificate.Dispose();
        }
    }
}
