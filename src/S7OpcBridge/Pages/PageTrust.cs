using System.Security.Cryptography;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Does for pages what <c>certs trust</c> and <c>certs untrust</c> do.</summary>
/// <param name="server">The settings with the stores.</param>
internal sealed class PageTrust(Func<ServerSettings> server)
{
    /// <summary>See <see cref="BridgeCommands.Trust"/>.</summary>
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

    /// <summary>See <see cref="BridgeCommands.Untrust"/>.</summary>
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

    private CommandOutcome Run(CertificateChoice choice, Func<CertificateStores, CommandOutcome> change)
    {
        if (server() is not { NeedsCertificate: true, Certificates: { } folder })
            return new CommandOutcome(StatusCodes.BadNotSupported, "Nothing is encrypted here, so there are no certificates.");
        var stores = new CertificateStores(folder);
        try
        {
            return change(choice.IsUser ? stores.Users : stores);
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
