using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Actions;

/// <summary>Trusting clients, users, CAs and PLCs, ending the trust, and the bridge's own certificate.</summary>
internal sealed class CertificateActions(BridgeView view, BridgeCommands commands)
{
    private const int ThumbprintDigits = 40,
        MaxImport = 64 * 1024;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            Change("certificates/trust", commands.Certificates.Trust),
            Change("certificates/untrust", commands.Certificates.Untrust),
            Change("certificates/reject", commands.Certificates.Reject),
            new(
                "certificates/import",
                "POST",
                Right.SecurityAdmin,
                MaxImport,
                (call, _) =>
                {
                    var body = call.Read(ActionJson.Default.CertificateImport);
                    return RunAsync(() => commands.Certificates.Import(body.Content, body.IsUser));
                }
            ),
            new(
                "certificates/renew",
                "POST",
                Right.SecurityAdmin,
                WebAction.SmallBody,
                (call, _) =>
                {
                    call.Read(ActionJson.Default.NoBody);
                    return RunAsync(commands.Certificates.Renew);
                }
            ),
            ChangePlc("certificates/trust-plc", commands.Certificates.TrustPlc),
            ChangePlc("certificates/untrust-plc", commands.Certificates.UntrustPlc),
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
                return RunAsync(() => command(new CertificateChoice(body.Thumbprint.ToUpperInvariant(), body.IsUser)));
            }
        );

    private static WebAction ChangePlc(string name, Func<string, CommandOutcome> command) =>
        new(
            name,
            "POST",
            Right.SecurityAdmin,
            WebAction.SmallBody,
            (call, _) =>
            {
                var plc = call.Read(ActionJson.Default.PlcCertificateBody).Plc;
                return RunAsync(() => command(plc));
            }
        );

    // Files are read and written.
    private static Task<ActionAnswer> RunAsync(Func<CommandOutcome> command) =>
        Task.Run(() => ActionAnswer.From(command()), CancellationToken.None);

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

/// <summary>The body that trusts a certificate of a file.</summary>
/// <param name="Content">The file, DER or PEM, in Base64.</param>
/// <param name="IsUser">True: it is a user's, or of a CA for users; default: of clients.</param>
internal sealed record CertificateImport(byte[] Content, bool IsUser = false);

/// <summary>The body of what needs nothing more: <c>{}</c>.</summary>
internal sealed record NoBody;

/// <summary>The body of a change of trust in a PLC.</summary>
/// <param name="Plc">Name of the PLC.</param>
internal sealed record PlcCertificateBody(string Plc);
