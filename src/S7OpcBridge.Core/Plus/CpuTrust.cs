using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Core.Context;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>Decides whether the certificate of a CPU is trusted, as the map says.</summary>
internal sealed class CpuTrust
{
    private readonly string _plc;
    private readonly PlcTrustStore? _store;
    private string? _first;

    public CpuTrust(PlcContext context)
    {
        // A soft PLC in the process makes itself a certificate at each start.
        (_plc, _store) = (context.Plc.Name, context.Plc.Simulated ? null : context.Trust);
        Check = CheckOf(context.Plc.S7Plus!.Certificate, context.Time);
    }

    public S7PlusCertificateCheck Check { get; }

    private S7PlusCertificateCheck CheckOf(S7PlusCertificateRule rule, TimeProvider time)
    {
        if (rule.Trust == S7PlusTrustKind.Thumbprint)
            return S7PlusCertificateChecks.Pin(rule.Text);
        if (rule.Trust == S7PlusTrustKind.FirstUse)
            return S7PlusCertificateChecks.FirstUse(FindAsync, KeepAsync);
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPem(rule.Text);
        return S7PlusCertificateChecks.Authorities(authorities, time);
    }

    private ValueTask<string?> FindAsync(CancellationToken cancellationToken) => _store?.Find(_plc, cancellationToken) ?? ValueTask.FromResult(_first);

    private ValueTask KeepAsync(S7PlusCertificate certificate, CancellationToken cancellationToken)
    {
        _first = certificate.Sha256;
        return _store?.Keep(_plc, certificate.Chain[0], cancellationToken) ?? ValueTask.CompletedTask;
    }
}
