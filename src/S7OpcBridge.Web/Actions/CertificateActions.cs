using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Actions;

/// <summary>Trusting clients and users, ending the trust, and the bridge's own certificate.</summary>
internal sealed class CertificateActions(BridgeView view, BridgeCommands commands)
{
    private const int ThumbprintDigits = 40;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            Change("certificates/trust", commands.Trust),
            Change("certificates/untrust", commands.Untrust),
            new("certificates/own", "GET", Right.SecurityAdmin, 0, DownloadAsync),
        ];

    private static WebAction Change(string name, Func<CertificateChoice, CommandOutcome> command) =>
        new(
            name,
            "POST",
            Right.SecurityAdmin,
            WebAction.SmallBody,
            (call, cancellationToken) =>
            {
                var body = call.Read(ActionJson.Default.CertificateBody);
                if (body.Thumbprint.Length != ThumbprintDigits || !body.Thumbprint.All(char.IsAsciiHexDigit))
                    throw new ActionBodyException($"'thumbprint' has {ThumbprintDigits} hexadecimal digits.");
                // Files are read and written.
                return Task.Run(
                    () => ActionAnswer.From(command(new CertificateChoice(body.Thumbprint.ToUpperInvariant(), body.IsUser))),
                    CancellationToken.None
                );
            }
        );

    private Task<ActionAnswer> DownloadAsync(ActionCall call, CancellationToken cancellationToken)
    {
        if (view.OwnCertificate()?.Certificate is not { } own)
            return Task.FromResult(
                ActionAnswer.Refuse(
                    StatusCodes.Status404NotFound,
                    OpcUa.StatusCodes.BadNotFound,
                    "Nothing is encrypted here, so the server has no certificate."
                )
            );
        var der = own.RawData;
        return Task.FromResult(
            new ActionAnswer(
                StatusCodes.Status200OK,
                OpcUa.StatusCodes.Good,
                "Downloaded.",
                response =>
                {
                    response.ContentType = "application/pkix-cert";
                    response.Headers.ContentDisposition = "attachment; filename=\"bridge.cer\"";
                    return response.Body.WriteAsync(der, response.HttpContext.RequestAborted).AsTask();
                }
            )
        );
    }
}

/// <summary>The body of a change of trust.</summary>
/// <param name="Thumbprint">SHA-1 of the certificate, 40 hexadecimal digits.</param>
/// <param name="IsUser">True: a user's; default: a client's.</param>
internal sealed record CertificateBody(string Thumbprint, bool IsUser = false);
