using S7OpcBridge.Identity;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Certificates;

/// <summary>A client or user that was rejected because its certificate is not trusted.</summary>
/// <param name="Name">Subject of the certificate.</param>
/// <param name="Thumbprint">SHA-1 of the certificate, 40 hexadecimal digits.</param>
/// <param name="LastCame">When it last tried to connect.</param>
/// <param name="TrustCommand">The command with which an administrator trusts it.</param>
/// <param name="IsUser">True: a user's certificate, which must also be named in the users file.</param>
internal sealed record RejectedClient(string Name, string Thumbprint, DateTimeOffset LastCame, string TrustCommand, bool IsUser)
{
    /// <summary>The rejected ones in the store of the map, the newest first.</summary>
    public static IReadOnlyList<RejectedClient> In(ServerSettings server)
    {
        if (!server.NeedsCertificate || server.Certificates is not { } folder)
            return [];
        var stores = new CertificateStores(folder);
        return [.. In(stores, server, isUser: false).Concat(In(stores.Users, server, isUser: true)).OrderByDescending(one => one.LastCame)];
    }

    private static List<RejectedClient> In(CertificateStores stores, ServerSettings server, bool isUser)
    {
        var files = stores.Rejected.Read(static _ => { });
        try
        {
            return
            [
                .. files.Select(file => new RejectedClient(
                    CertificateText.SubjectOf(file.Leaf),
                    file.Leaf.Thumbprint,
                    file.Changed,
                    string.Format(server.TrustCommand, file.Leaf.Thumbprint) + (isUser ? " --users" : ""),
                    isUser
                )),
            ];
        }
        finally
        {
            foreach (var certificate in files.SelectMany(file => file.Chain))
                certificate.Dispose();
        }
    }
}
