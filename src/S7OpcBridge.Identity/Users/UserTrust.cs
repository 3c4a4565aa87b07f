using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Identity.Certificates;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Words;

namespace S7OpcBridge.Identity.Users;

/// <summary>Checks users' certificates against the present content of their stores, by the same rules as for applications.</summary>
internal sealed partial class UserTrust(CertificateStores stores, TimeProvider time, ILogger logger)
{
    private readonly CurrentTrust _trust = new(stores, complaint => Useless(logger, complaint));
    private readonly RejectedCertificates _rejected = new(stores, "a user", time, logger);

    /// <summary>A hash that changes whenever a decision may change.</summary>
    public int Stamp() => stores.TrustStamp();

    /// <summary>True while the certificate is trusted.</summary>
    public bool StillTrusts(IReadOnlyList<X509Certificate2> chain) => Judge(chain).IsGood;

    /// <exception cref="UaException">
    /// BadIdentityTokenInvalid: the certificate is unusable; BadIdentityTokenRejected: it is not trusted, or not at this time.
    /// </exception>
    public void Check(IReadOnlyList<X509Certificate2> chain)
    {
        var verdict = Judge(chain);
        if (verdict.IsGood)
            return;
        var leaf = chain[0];
        var remedy =
            verdict.Status == StatusCodes.BadCertificateUntrusted && _rejected.Keep(chain)
                ? $" To let this user in, run: {ProgramInvocation.Command($"certs trust {leaf.Thumbprint} --users")}, and name the "
                    + "thumbprint in the users file "
                    + $"({ProgramInvocation.Command($"users add NAME --role Operator --certificate {leaf.Thumbprint}")})."
                : "";
        throw new UaException(
            verdict.Status.Value
                is StatusCodes.BadCertificateInvalid
                    or StatusCodes.BadCertificatePolicyCheckFailed
                    or StatusCodes.BadCertificateUseNotAllowed
                ? StatusCodes.BadIdentityTokenInvalid
                : StatusCodes.BadIdentityTokenRejected,
            $"the user certificate '{Printable.From(leaf.Subject)}' ({leaf.Thumbprint}) {verdict.Reason} ({StatusCodes.NameOf(verdict.Status)}).{remedy}"
        );
    }

    private CertificateVerdict Judge(IReadOnlyList<X509Certificate2> chain) =>
        CertificateValidation.Check(chain, _trust.Lists, CertificatePurpose.User, time.GetUtcNow());

    [LoggerMessage(533, LogLevel.Warning, "{Complaint}")]
    private static partial void Useless(ILogger logger, string complaint);
}
