using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>Checks client certificates against the present content of the stores. Stores rejected certificates and logs the command that trusts them.</summary>
/// <param name="firstUse">Trust on first use; null: off.</param>
/// <param name="command">The command line of <c>certs trust</c> for these stores; <c>{0}</c> is replaced by the thumbprint.</param>
/// <param name="logger">Receives the log.</param>
internal sealed partial class ClientTrust(CertificateStores stores, FirstUse? firstUse, string command, TimeProvider time, ILogger logger)
{
    private readonly CurrentTrust _trust = new(stores, complaint => Useless(logger, complaint));
    private readonly RejectedCertificates _rejected = new(stores, "a client", time, logger);

    /// <summary>Checks a client; see <see cref="ClientCertificateCheck"/>.</summary>
    /// <exception cref="UaException">The client is rejected; the message says why and what to do.</exception>
    public StatusCode Check(IReadOnlyList<X509Certificate2> chain, SecurityPolicy policy)
    {
        var (lists, now) = (Lists(), time.GetUtcNow());
        var verdict = CertificateValidation.Check(chain, lists, CertificatePurpose.Application, now);
        return verdict.IsGood || TrustFirstUse(chain, lists, verdict, now)
            ? StatusCodes.Good
            : throw Refusal(chain, verdict, lists, "To let it in");
    }

    /// <summary>Checks a server to which the bridge connects, against the same stores. Trust on first use does not apply.</summary>
    /// <exception cref="UaException">The server is rejected; the message says why and what to do.</exception>
    public StatusCode CheckServer(IReadOnlyList<X509Certificate2> chain, SecurityPolicy policy)
    {
        var lists = Lists();
        var verdict = CertificateValidation.Check(chain, lists, CertificatePurpose.Application, time.GetUtcNow());
        return verdict.IsGood ? StatusCodes.Good : throw Refusal(chain, verdict, lists, "To trust it");
    }

    /// <summary>Who is trusted at present.</summary>
    public TrustLists Lists() => _trust.Lists;

    private UaException Refusal(IReadOnlyList<X509Certificate2> chain, CertificateVerdict verdict, TrustLists lists, string purpose)
    {
        var (leaf, remedy) = (chain[0], "");
        if (_rejected.Keep(chain) && verdict.Status == StatusCodes.BadCertificateUntrusted)
            remedy = UntrustedRemedy.Describe(
                chain,
                lists,
                time.GetUtcNow(),
                $"{purpose}, run: {string.Format(null, command, leaf.Thumbprint)}",
                firstUse is { IsOpen: true }
            );
        return new UaException(
            verdict.Status,
            $"the certificate '{CertificateText.SubjectOf(leaf)}' of {CertificateText.ApplicationOf(leaf)} {verdict.Reason} "
                + $"({StatusCodes.NameOf(verdict.Status)}).{remedy}"
        );
    }

    private bool TrustFirstUse(IReadOnlyList<X509Certificate2> chain, TrustLists lists, CertificateVerdict verdict, DateTimeOffset now)
    {
        if (
            verdict.Status != StatusCodes.BadCertificateUntrusted
            || firstUse is not { IsOpen: true }
            || !CertificateValidation.Check(chain, lists.With(chain[0]), CertificatePurpose.Application, now).IsGood
        )
            return false;
        if (!_rejected.Trust(chain))
            return false;
        Trusted(
            logger,
            CertificateText.SubjectOf(chain[0]),
            CertificateText.ApplicationOf(chain[0]),
            chain[0].Thumbprint,
            ProgramInvocation.Text
        );
        return true;
    }

    [LoggerMessage(500, LogLevel.Warning, "{Complaint}")]
    private static partial void Useless(ILogger logger, string complaint);

    [LoggerMessage(
        501,
        LogLevel.Warning,
        "TRUST ON FIRST USE: '{Subject}' ({Application}), thumbprint {Thumbprint}, is trusted from now on, because 'trust: "
            + "first-use' is on. If you do not know it: {Program} certs untrust {Thumbprint}."
    )]
    private static partial void Trusted(ILogger logger, string subject, string application, string thumbprint, string program);
}
