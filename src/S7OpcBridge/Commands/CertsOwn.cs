using System.CommandLine;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary><c>certs create</c>, <c>csr</c> and <c>export</c>: the bridge's own RSA certificate.</summary>
internal static class CertsOwn
{
    public static int Create(int bits, int days, ServerSettings server, CertificateStores stores, InvocationConfiguration console)
    {
        var own = new OwnCertificates(stores);
        stores.Create();
        own.Archive();
        var created = own.Create(CertificateProfile.Of(server), bits, TimeSpan.FromDays(days), TimeProvider.System.GetUtcNow());
        console.Output.WriteLine($"Created: {CertificateText.LineOf(created.Certificate)}");
        console.Output.WriteLine($"  {stores.Own.PathOf(created.Certificate)}; earlier ones are in own/replaced.");
        console.Output.WriteLine($"A running bridge uses it for new channels within seconds. Clients must trust it; '{ProgramInvocation.Command("certs export")}' writes it for them.");
        return ExitCode.Ok;
    }

    public static int Request(string? file, ServerSettings server, CertificateStores stores, InvocationConfiguration console)
    {
        var own = Current(server, stores, console);
        using var key = own.Certificate.GetRSAPrivateKey()!;
        if (!TryWrite(file, Encoding.ASCII.GetBytes(CertificateProfile.Of(server).Request(key, selfSigned: false).CreateSigningRequestPem() + "\n"), console))
            return ExitCode.Failed;
        console.Error.WriteLine($"Have it signed, and put the certificate (DER or PEM, issuers after it or in issuers/certs) into {stores.Own.Certificates}; a running bridge uses it within seconds.");
        return ExitCode.Ok;
    }

    public static int Export(string? file, ServerSettings server, CertificateStores stores, InvocationConfiguration console) =>
        Export(file, Current(server, stores, console).Certificate, console);

    public static int Export(string? file, X509Certificate2 own, InvocationConfiguration console)
    {
        var isDer = file is not null && Path.GetExtension(file).ToLowerInvariant() is ".der" or ".cer" or ".crt";
        if (!TryWrite(file, isDer ? own.RawData : Encoding.ASCII.GetBytes(own.ExportCertificatePem() + "\n"), console))
            return ExitCode.Failed;
        console.Error.WriteLine(CertificateText.LineOf(own));
        return ExitCode.Ok;
    }

    private static OwnCertificate Current(ServerSettings server, CertificateStores stores, InvocationConfiguration console)
    {
        var (own, now) = (new OwnCertificates(stores), TimeProvider.System.GetUtcNow());
        return own.Read(now, console.Error.WriteLine) is [var current, ..] ? current
            : own.Create(CertificateProfile.Of(server), CertificateProfile.DefaultBits, TimeSpan.FromDays(CertificateProfile.DefaultDays), now);
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
            console.Error.WriteLine($"s7opcbridge: {file ?? "standard output"} cannot be written: {e.Message.ReplaceLineEndings(" ")} Name a file in an existing folder that this user may write to.");
            return false;
        }
    }
}
