using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Does for pages what the commands <c>certs</c> do.</summary>
/// <param name="server">The settings with the stores.</param>
internal sealed class PageTrust(Func<ServerSettings> server, TimeProvider time)
{
    /// <summary>The functions of it.</summary>
    public CertificateCommands Commands =>
        new()
        {
            Trust = Trust,
            Untrust = Untrust,
            Reject = Reject,
            Import = Import,
            Renew = Renew,
            TrustPlc = TrustPlc,
            UntrustPlc = UntrustPlc,
        };

    /// <summary>See <see cref="CertificateCommands.Trust"/>.</summary>
    public CommandOutcome Trust(CertificateChoice choice) =>
        Run(
            choice,
            stores =>
            {
                if (stores.FindToTrust(choice.Thumbprint, static _ => { }) is not [var known])
                    return Missing(choice, "refused");
                var isNew = stores.TryTrust(known.Chain, static _ => { });
                return Done($"{(isNew ? "Trusted" : "Already trusted")}: {CertificateText.LineOf(known.Leaf)}.");
            }
        );

    /// <summary>See <see cref="CertificateCommands.Untrust"/>.</summary>
    public CommandOutcome Untrust(CertificateChoice choice) =>
        Run(
            choice,
            stores =>
            {
                if (stores.FindTrusted(choice.Thumbprint, static _ => { }) is not [var trusted])
                    return Missing(choice, "trusted");
                stores.Untrust(trusted);
                return Done($"No longer trusted: {CertificateText.LineOf(trusted.Leaf)}.");
            }
        );

    /// <summary>See <see cref="CertificateCommands.Reject"/>.</summary>
    public CommandOutcome Reject(CertificateChoice choice) =>
        Run(
            choice,
            stores =>
            {
                if (stores.Rejected.Read(static _ => { }).FirstOrDefault(file => file.HasThumbprint(choice.Thumbprint)) is not { } refused)
                    return Missing(choice, "refused");
                File.Delete(refused.Path);
                return Done($"Rejected: {CertificateText.LineOf(refused.Leaf)}. It is listed again when it comes again.");
            }
        );

    /// <summary>See <see cref="CertificateCommands.Import"/>.</summary>
    public CommandOutcome Import(byte[] content, bool isUser) =>
        Run(
            isUser,
            stores =>
            {
                IReadOnlyList<X509Certificate2> chain;
                try
                {
                    chain = CertificateFiles.ParseCertificates(content);
                }
                catch (CryptographicException)
                {
                    return new CommandOutcome(
                        StatusCodes.BadCertificateInvalid,
                        "The file contains no certificate; choose a DER or PEM file."
                    );
                }
                var isNew = stores.TryTrust(chain, static _ => { });
                return Done(
                    $"{(isNew ? "Trusted" : "Already trusted")}: {CertificateText.LineOf(chain[0])}."
                        + (
                            OwnCertificates.IsAuthority(chain[0])
                                ? $" It is a CA: everybody with a certificate from it is trusted, once its revocation list is in "
                                    + $"{stores.Trusted.RevocationLists}."
                                : ""
                        )
                );
            }
        );

    /// <summary>See <see cref="CertificateCommands.Renew"/>.</summary>
    public CommandOutcome Renew() =>
        Run(
            isUser: false,
            stores =>
            {
                var now = time.GetUtcNow();
                var own = OwnCertificates.EllipticIn(stores).Prepend(new OwnCertificates(stores)).ToList();
                // What a CA has signed, another one would have to sign again.
                if (
                    own.SelectMany(each => each.Read(now, static _ => { })).Any(each => each.Certificate.Subject != each.Certificate.Issuer)
                )
                    return new CommandOutcome(
                        StatusCodes.BadInvalidState,
                        $"The certificate is signed by a CA; '{ProgramInvocation.Command("certs csr")}' writes the request for a new one."
                    );
                foreach (var each in own)
                {
                    each.Archive();
                    each.Create(CertificateProfile.From(server()), TimeSpan.FromDays(CertificateProfile.DefaultDays), now);
                }
                return Done("Renewed. New channels use it within seconds; clients must trust it, and the earlier one is in own/replaced.");
            }
        );

    /// <summary>See <see cref="CertificateCommands.TrustPlc"/>.</summary>
    public CommandOutcome TrustPlc(string plc) =>
        Run(
            isUser: false,
            stores =>
            {
                if (PlcCertificates.Find(stores.Plcs.Rejected, plc) is not { } refused)
                    return new CommandOutcome(StatusCodes.BadNotFound, $"No certificate of '{plc}' has been refused, or no longer.");
                stores.Plcs.Trust(plc, refused);
                return Done($"Trusted for {plc}: {CertificateText.LineOf(refused)}. It applies from the next connection on.");
            },
            mayBePlain: true
        );

    /// <summary>See <see cref="CertificateCommands.UntrustPlc"/>.</summary>
    public CommandOutcome UntrustPlc(string plc) =>
        Run(
            isUser: false,
            stores =>
                stores.Plcs.Forget(plc)
                    ? Done(
                        $"The certificate of {plc} is forgotten; with 'certificate: trust-first-use' the next one that it shows is trusted."
                    )
                    : new CommandOutcome(StatusCodes.BadNotFound, $"No certificate of '{plc}' is trusted, or no longer."),
            mayBePlain: true
        );

    private CommandOutcome Run(CertificateChoice choice, Func<CertificateStores, CommandOutcome> change) => Run(choice.IsUser, change);

    // PLCs have certificates also where clients need none.
    private CommandOutcome Run(bool isUser, Func<CertificateStores, CommandOutcome> change, bool mayBePlain = false)
    {
        if (server() is not { Certificates: { } folder } settings || !(settings.NeedsCertificate || mayBePlain))
            return new CommandOutcome(StatusCodes.BadNotSupported, "Nothing is encrypted here, so there are no certificates.");
        var stores = new CertificateStores(folder);
        try
        {
            return change(isUser ? stores.Users : stores);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            return new CommandOutcome(
                StatusCodes.BadResourceUnavailable,
                $"The certificate stores in {stores.Folder} cannot be used: {e.Message.ReplaceLineEndings(" ")} "
                    + "Make the folder writable for the user of the bridge."
            );
        }
    }

    private static CommandOutcome Done(string sentence) => new(StatusCodes.Good, sentence);

    private static CommandOutcome Missing(CertificateChoice choice, string store) =>
        new(
            StatusCodes.BadNotFound,
            $"No {store} certificate {(choice.IsUser ? "of a user " : "")}has the thumbprint {choice.Thumbprint}, or no longer."
        );
}
