using System.CommandLine;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Certs;

/// <summary><c>certs trust</c> and <c>certs untrust</c>.</summary>
internal static class CertsTrust
{
    private const string Last = "last";

    public static int Trust(string which, CertificateStores stores, InvocationConfiguration console)
    {
        if (Find(which, stores, console.Error) is not { } chain)
            return ExitCode.Failed;
        var leaf = chain[0];
        var isNew = stores.TryTrust(chain, console.Error.WriteLine);
        console.Output.WriteLine($"{(isNew ? "Trusted" : "Already trusted")}: {CertificateText.LineOf(leaf)}");
        console.Output.WriteLine(
            OwnCertificates.IsAuthority(leaf)
                ? $"It is a CA: everybody with a certificate from it is trusted. Put its revocation list into "
                    + $"{stores.Trusted.RevocationLists}; without the list "
                    + "they are refused."
                : "It is effective at once; the bridge needs no restart."
        );
        return ExitCode.Ok;
    }

    public static int Untrust(string which, CertificateStores stores, InvocationConfiguration console)
    {
        var digits = DigitsOf(which);
        var found = stores.FindTrusted(digits, console.Error.WriteLine);
        if (
            found.Count == 0
            && stores.Plcs.Trusted.Read(console.Error.WriteLine).Where(kept => kept.HasThumbprint(digits)).ToList() is [var kept]
        )
            return CertsPlcs.Untrust(PlcCertificates.PlcOf(kept), stores.Plcs, console);
        if (One(found, which, "trusted", console.Error) is not { } file)
            return ExitCode.Failed;
        stores.Untrust(file);
        console.Output.WriteLine($"No longer trusted: {CertificateText.LineOf(file.Leaf)}");
        console.Output.WriteLine(
            "It is now in the store of rejected certificates. If it is connected, its channel is closed within seconds."
        );
        return ExitCode.Ok;
    }

    private static IReadOnlyList<X509Certificate2>? Find(string which, CertificateStores stores, TextWriter error)
    {
        var rejected = stores.Rejected.Read(error.WriteLine);
        if (which == Last)
        {
            if (rejected.MaxBy(file => file.Changed) is { } newest)
                return newest.Chain;
            error.WriteLine(
                "s7opcbridge: no certificate has been rejected; let the client try to connect first, or name its certificate file."
            );
            return null;
        }
        if (File.Exists(which))
            return FromFile(which, error);
        return One(stores.FindToTrust(DigitsOf(which), static _ => { }), which, "rejected", error)?.Chain;
    }

    private static IReadOnlyList<X509Certificate2>? FromFile(string path, TextWriter error)
    {
        try
        {
            return CertificateFiles.ReadCertificates(path);
        }
        catch (CryptographicException)
        {
            error.WriteLine($"s7opcbridge: {path} contains no certificate; name a DER or PEM file.");
            return null;
        }
    }

    private static string DigitsOf(string which) => which.Replace(":", "").Replace(" ", "");

    private static StoredCertificate? One(IReadOnlyList<StoredCertificate> found, string which, string store, TextWriter error)
    {
        if (found.Count == 1)
            return found[0];
        error.WriteLine(
            DigitsOf(which).Length is > 0 and < StoredCertificate.MinDigits && DigitsOf(which).All(char.IsAsciiHexDigit)
                ? $"s7opcbridge: '{which}' is too short for a thumbprint; write at least its first {StoredCertificate.MinDigits} digits."
            : found.Count == 0
                ? $"s7opcbridge: no {store} certificate has the thumbprint '{which}'{(store == "rejected" ? ", and no file has that name" : "")}; "
                    + $"'{ProgramInvocation.Command("certs list")}' shows what there is."
            : $"s7opcbridge: {found.Count} certificates begin with '{which}'; write more of the thumbprint."
        );
        return null;
    }
}
