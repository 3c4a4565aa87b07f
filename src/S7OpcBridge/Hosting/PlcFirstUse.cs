using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Hosting;

/// <summary>Trusts the certificate that a PLC with <c>certificate: trust-first-use</c> shows first, and refuses another one.</summary>
internal static class PlcFirstUse
{
    /// <summary>The check for one PLC; it reads the stores at each connect.</summary>
    public static S7PlusCertificateCheck CheckFor(PlcCertificates certificates, string plc)
    {
        var check = S7PlusCertificateChecks.FirstUse(
            _ =>
                ValueTask.FromResult(
                    PlcCertificates.Find(certificates.Trusted, plc) is { } kept ? Convert.ToHexString(SHA256.HashData(kept.RawData)) : null
                ),
            (shown, _) =>
            {
                certificates.Trust(plc, X509CertificateLoader.LoadCertificate(shown.Chain[0].Span));
                return ValueTask.CompletedTask;
            }
        );
        return async (shown, cancellationToken) =>
        {
            try
            {
                var answer = await check(shown, cancellationToken);
                if (answer.IsTrusted)
                    return answer;
                certificates.Reject(plc, X509CertificateLoader.LoadCertificate(shown.Chain[0].Span));
                return S7PlusTrust.No(
                    $"{answer.Reason} To trust the new one: '{ProgramInvocation.Command($"certs trust --plc \"{plc}\"")}'."
                );
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
            {
                return S7PlusTrust.No(
                    $"The certificates that are kept in {certificates.Trusted.Certificates} cannot be used: "
                        + $"{e.Message.ReplaceLineEndings(" ")} Let the bridge write there, or write a thumbprint as 'certificate' into the map."
                );
            }
        };
    }
}
