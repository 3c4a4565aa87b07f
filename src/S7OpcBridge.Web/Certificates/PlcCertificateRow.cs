using S7OpcBridge.Identity;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Certificates;

/// <summary>A certificate that a PLC has shown.</summary>
/// <param name="Plc">Name of the PLC.</param>
/// <param name="IsTrusted">False: it was refused.</param>
/// <param name="Name">Subject.</param>
/// <param name="Thumbprint">SHA-256, 64 hexadecimal digits.</param>
/// <param name="Ends">When it expires.</param>
/// <param name="DaysLeft">Whole days until then; negative: expired.</param>
internal sealed record PlcCertificateRow(string Plc, bool IsTrusted, string Name, string Thumbprint, DateTimeOffset Ends, int DaysLeft)
{
    /// <summary>Those in the stores of the map, the refused ones first.</summary>
    public static IReadOnlyList<PlcCertificateRow> In(ServerSettings server, DateTimeOffset now)
    {
        if (server.Certificates is not { } folder)
            return [];
        var plcs = new CertificateStores(folder).Plcs;
        return [.. In(plcs.Rejected, isTrusted: false, now), .. In(plcs.Trusted, isTrusted: true, now)];
    }

    private static List<PlcCertificateRow> In(CertificateStore store, bool isTrusted, DateTimeOffset now)
    {
        var files = store.Read(static _ => { });
        try
        {
            return
            [
                .. files.Select(file => new PlcCertificateRow(
                    PlcCertificates.PlcOf(file),
                    isTrusted,
                    CertificateText.SubjectOf(file.Leaf),
                    CertificateText.Sha256Of(file.Leaf),
                    file.Leaf.NotAfter,
                    (int)Math.Floor((file.Leaf.NotAfter - now).TotalDays)
                )),
            ];
        }
        finally
        {
            foreach (var certificate in files.SelectMany(static file => file.Chain))
                certificate.Dispose();
        }
    }
}
