using S7OpcBridge.Identity;

namespace S7OpcBridge.Web.Certificates;

/// <summary>The certificates that this server presents and trusts.</summary>
/// <param name="Own">Its own, which clients show to their users on the first connection.</param>
/// <param name="Trusted">Clients, users and CAs that are trusted, by name.</param>
/// <param name="Plcs">The certificates that PLCs have shown, by their names.</param>
internal sealed record TrustView(
    IReadOnlyList<CertificateRow> Own,
    IReadOnlyList<CertificateRow> Trusted,
    IReadOnlyList<PlcCertificateRow> Plcs
)
{
    public static TrustView From(BridgeView view)
    {
        var (known, now) = (view.Certificates(), view.Time.GetUtcNow());
        return new TrustView(
            [.. known.Where(static each => each.IsOwn).Select(each => CertificateRow.From(each, now))],
            [
                .. known
                    .Where(static each => !each.IsOwn)
                    .OrderBy(static each => each.Name, StringComparer.OrdinalIgnoreCase)
                    .Select(each => CertificateRow.From(each, now)),
            ],
            PlcCertificateRow.In(view.Running().Server, now)
        );
    }
}

/// <summary>A certificate. The name is set by its owner and may contain any text.</summary>
/// <param name="Store">own, trusted, users/trusted.</param>
/// <param name="Name">Subject.</param>
/// <param name="Application">URI of the application; empty: none.</param>
/// <param name="Thumbprint">SHA-1, 40 hexadecimal digits.</param>
/// <param name="Ends">When it expires.</param>
/// <param name="DaysLeft">Whole days until then; negative: expired.</param>
/// <param name="IsAuthority">True: a CA, which stands for all certificates that it signed.</param>
internal sealed record CertificateRow(
    string Store,
    string Name,
    string Application,
    string Thumbprint,
    DateTimeOffset Ends,
    int DaysLeft,
    bool IsAuthority
)
{
    public static CertificateRow From(KnownCertificate known, DateTimeOffset now) =>
        new(
            known.Store,
            known.Name,
            known.Application,
            known.Thumbprint,
            known.Ends,
            (int)Math.Floor((known.Ends - now).TotalDays),
            known.IsAuthority
        );
}
