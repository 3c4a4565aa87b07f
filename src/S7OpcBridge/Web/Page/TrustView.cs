namespace S7OpcBridge;

/// <summary>The certificates that this server shows, and those that it trusts.</summary>
/// <param name="Own">Its own: what a client shows to its user when it first connects.</param>
/// <param name="Trusted">Clients, users and CAs that are trusted, by name.</param>
internal sealed record TrustView(IReadOnlyList<CertificateRow> Own, IReadOnlyList<CertificateRow> Trusted)
{
    public static TrustView Of(BridgeView view)
    {
        var (known, now) = (view.Certificates(), view.Time.GetUtcNow());
        return new TrustView([.. known.Where(static each => each.IsOwn).Select(each => CertificateRow.Of(each, now))],
            [.. known.Where(static each => !each.IsOwn).OrderBy(static each => each.Name, StringComparer.OrdinalIgnoreCase).Select(each => CertificateRow.Of(each, now))]);
    }
}

/// <summary>A certificate. The name is what its holder says of himself: any text.</summary>
/// <param name="Store">own, trusted, users/trusted.</param>
/// <param name="Name">Subject.</param>
/// <param name="Application">URI of the application; empty: none.</param>
/// <param name="Thumbprint">SHA-1, 40 hexadecimal digits.</param>
/// <param name="Ends">When it runs out.</param>
/// <param name="DaysLeft">Whole days until then; below 0: it has run out.</param>
/// <param name="IsAuthority">True: a CA, and all that it signed.</param>
internal sealed record CertificateRow(string Store, string Name, string Application, string Thumbprint, DateTimeOffset Ends, int DaysLeft, bool IsAuthority)
{
    public static CertificateRow Of(KnownCertificate known, DateTimeOffset now) =>
        new(known.Store, known.Name, known.Application, known.Thumbprint, known.Ends, (int)Math.Floor((known.Ends - now).TotalDays), known.IsAuthority);
}
