using System.CommandLine;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary><c>certs create</c>, <c>csr</c> and <c>export</c> with <c>--curve</c>: the bridge's own certificates of elliptic curves.</summary>
internal static class CertsElliptic
{
    /// <summary>Names of the curves for the option.</summary>
    public static readonly string[] Curves = [.. SecurityPolicy.Elliptic.Select(policy => EllipticCertificates.NameOf(policy.CertificateKind))];

    public static int Create(string curve, int days, ServerSettings server, CertificateStores stores, InvocationConfiguration console)
    {
        var own = Of(curve, stores);
        own.Archive();
        var created = own.Create(CertificateProfile.Of(server), TimeSpan.FromDays(days), TimeProvider.System.GetUtcNow());
        console.Output.WriteLine($"Created: {CertificateText.LineOf(created.Certificate)}");
        console.Output.WriteLine($"  {own.Store.PathOf(created.Certificate)}; earlier ones are in own/{curve}/replaced.");
        console.Output.WriteLine($"A running bridge uses it for new channels within seconds. Clients must trust it; '{ProgramInvocation.Command($"certs export --curve {curve}")}' writes it for them.");
        return ExitCode.Ok;
    }

    public static int Request(string curve, string? file, ServerSettings server, CertificateStores stores, InvocationConfiguration console)
    {
        var own = Of(curve, stores);
        using var key = Current(own, server, console).GetECDsaPrivateKey()!;
        var request = CertificateProfile.Of(server).Request(key, EllipticCertificates.HashOf(own.Kind), selfSigned: false).CreateSigningRequestPem() + "\n";
        if (!CertsOwn.TryWrite(file, Encoding.ASCII.GetBytes(request), console))
            return ExitCode.Failed;
        console.Error.WriteLine($"Have it signed, and put the certificate (DER or PEM, issuers after it or in issuers/certs) into {own.Store.Certificates}; a running bridge uses it within seconds.");
        return ExitCode.Ok;
    }

    public static int Export(string curve, string? file, ServerSettings server, CertificateStores stores, InvocationConfiguration console) =>
        CertsOwn.Export(file, Current(Of(curve, stores), server, console), console);

    private static EllipticCertificates Of(string curve, CertificateStores stores) =>
        new(stores, SecurityPolicy.Elliptic.Select(policy => policy.CertificateKind).First(kind => EllipticCertificates.NameOf(kind) == curve));

    private static X509Certificate2 Current(EllipticCertificates own, ServerSettings server, InvocationConfiguration console)
    {
        var now = TimeProvider.System.GetUtcNow();
        var current = own.Read(now, console.Error.WriteLine) is [var known, ..] ? known : own.Create(CertificateProfile.Of(server), TimeSpan.FromDays(CertificateProfile.DefaultDays), now);
        return current.Certificate;
    }
}
