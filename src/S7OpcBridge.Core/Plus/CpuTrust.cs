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
            return FirstUseAsync;
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPem(rule.Text);
        return S7PlusCertificateChecks.Authorities(authorities, time);
    }

    private async ValueTask<S7PlusTrust> FirstUseAsync(S7PlusCertificate certificate, CancellationToken cancellationToken)
    {
        try
        {
            var known = await FindAsync(cancellationToken).ConfigureAwait(false);
            if (known is null)
                await KeepAsync(certificate, cancellationToken).ConfigureAwait(false);
            else if (!known.Equals(certificate.Sha256, StringComparison.OrdinalIgnoreCase))
                return S7PlusTrust.No($"{certificate.Host} shows another certificate ({certificate.Thumbprint}, {certificate.Subject}) than the one that is kept for it. "
                    + "If the CPU was replaced or got a new certificate, remove the kept one: 's7opcbridge certs list' shows its thumbprint, 's7opcbridge certs untrust THUMBPRINT' removes it. If not, this is another machine.");
            return S7PlusTrust.Yes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return S7PlusTrust.No($"The certificate of {certificate.Host} cannot be kept: {e.Message} Let the bridge write into the folder of its certificates, or write the thumbprint {certificate.Thumbprint} into the map.");
        }
    }

    private ValueTask<string?> FindAsync(CancellationToken cancellationToken) => _store?.Find(_plc, cancellationToken) ?? ValueTask.FromResult(_first);

    private ValueTask KeepAsync(S7PlusCertificate certificate, CancellationToken cancellationToken)
    {
        _first = certificate.Sha256;
        return _store?.Keep(_plc, certificate.Chain[0], cancellationToken) ?? ValueTask.CompletedTask;
    }
}
