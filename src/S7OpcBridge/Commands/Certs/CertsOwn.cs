using System.CommandLine;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Certs;

/// <summary><c>certs create</c>, <c>csr</c> and <c>export</c>: the bridge's own certificates.</summary>
internal static class CertsOwn
{
    /// <summary>Names of the curves, as values of the option.</summary>
    public static readonly string[] Curves = [.. CertificateKinds.OnCurves.Select(OwnCertificates.NameOf)];

    /// <summary>The certificates on a curve; null: those with RSA keys.</summary>
    public static OwnCertificates ForCurve(string? curve, CertificateStores stores) =>
        new(stores, curve is null ? CertificateKind.Rsa : CertificateKinds.OnCurves.First(kind => OwnCertificates.NameOf(kind) == curve));

    /// <summary>
    /// The certificates that <c>create</c> replaces: those on a curve; otherwise those with RSA keys and those on the curve that most clients know.
    /// </summary>
    public static IReadOnlyList<OwnCertificates> ToCreate(string? curve, CertificateStores stores) =>
        curve is null ? [ForCurve(null, stores), new OwnCertificates(stores, CertificateKind.NistP256)] : [ForCurve(curve, stores)];

    public static int Create(
        IReadOnlyList<OwnCertificates> kinds,
        int bits,
        int days,
        ServerSettings server,
        InvocationConfiguration console
    )
    {
        foreach (var own in kinds)
            Create(own, bits, days, server, console);
        if (!server.NamesSecurity)
            console.Output.WriteLine(
                "From its next start the bridge offers the policies of 1.05.07 of each NIST curve that has a certificate."
            );
        return ExitCode.Ok;
    }

    private static void Create(OwnCertificates own, int bits, int days, ServerSettings server, InvocationConfiguration console)
    {
        own.Archive();
        var created = own.Create(CertificateProfile.From(server), TimeSpan.FromDays(days), TimeProvider.System.GetUtcNow(), bits);
        var curve = own.Kind == CertificateKind.Rsa ? null : OwnCertificates.NameOf(own.Kind);
        console.Output.WriteLine($"Created: {CertificateText.LineOf(created.Certificate)}");
        console.Output.WriteLine(
            $"  {own.Store.PathOf(created.Certificate)}; earlier ones are in own/{(curve is null ? "" : curve + "/")}replaced."
        );
        var export = ProgramInvocation.Command($"certs export{(curve is null ? "" : $" --curve {curve}")}");
        console.Output.WriteLine(
            $"A running bridge uses it for new channels within seconds. Clients must trust it; '{export}' writes it for them."
        );
    }

    /// <summary>Makes the certificate of the pages.</summary>
    public static int CreateForPages(CertificateStores stores, int days, ServerSettings server, InvocationConfiguration console)
    {
        using var created = PageCertificate.Create(stores, server, TimeSpan.FromDays(days), TimeProvider.System.GetUtcNow(), out var path);
        console.Output.WriteLine($"Created: {CertificateText.LineOf(created)}");
        console.Output.WriteLine($"The map names it under 'web': certificate: {path}");
        console.Output.WriteLine("A running bridge whose map names it shows it within seconds; browsers warn until they trust it.");
        return ExitCode.Ok;
    }

    public static int Request(OwnCertificates own, string? file, ServerSettings server, InvocationConfiguration console)
    {
        var current = Current(own, server, console);
        using AsymmetricAlgorithm key = own.Kind == CertificateKind.Rsa ? current.GetRSAPrivateKey()! : current.GetECDsaPrivateKey()!;
        if (
            !TryWrite(
                file,
                Encoding.ASCII.GetBytes(CertificateProfile.From(server).Request(key, selfSigned: false).CreateSigningRequestPem() + "\n"),
                console
            )
        )
            return ExitCode.Failed;
        console.Error.WriteLine(
            $"Have it signed, and put the certificate (DER or PEM, issuers after it or in issuers/certs) into {own.Store.Certificates}; a "
                + "running bridge uses it within seconds."
        );
        return ExitCode.Ok;
    }

    public static int Export(OwnCertificates own, string? file, ServerSettings server, InvocationConfiguration console) =>
        Export(file, Current(own, server, console), console);

    public static int Export(string? file, X509Certificate2 own, InvocationConfiguration console)
    {
        var isDer = file is not null && Path.GetExtension(file).ToLowerInvariant() is ".der" or ".cer" or ".crt";
        if (!TryWrite(file, isDer ? own.RawData : Encoding.ASCII.GetBytes(own.ExportCertificatePem() + "\n"), console))
            return ExitCode.Failed;
        console.Error.WriteLine(CertificateText.LineOf(own));
        return ExitCode.Ok;
    }

    private static X509Certificate2 Current(OwnCertificates own, ServerSettings server, InvocationConfiguration console)
    {
        var now = TimeProvider.System.GetUtcNow();
        var current = own.Read(now, console.Error.WriteLine) is [var known, ..]
            ? known
            : own.Create(CertificateProfile.From(server), TimeSpan.FromDays(CertificateProfile.DefaultDays), now);
        return current.Certificate;
    }

    /// <summary>Writes content to a file, or to standard output where none is named. False: it cannot be written, and the error was printed.</summary>
    public static bool TryWrite(string? file, byte[] content, InvocationConfiguration console)
    {
        try
        {
            if (file is null)
                console.Output.Write(Encoding.ASCII.GetString(content));
            else
                File.WriteAllBytes(file, content);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine(
                $"s7opcbridge: {file ?? "standard output"} cannot be written: {e.Message.ReplaceLineEndings(" ")} Name a file in an "
                    + "existing folder that this user may write to."
            );
            return false;
        }
    }
}
