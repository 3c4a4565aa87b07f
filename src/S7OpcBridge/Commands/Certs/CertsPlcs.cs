using System.CommandLine;
using S7OpcBridge.Identity;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Certs;

/// <summary><c>certs … --plc NAME</c>: the certificates of PLCs with <c>protocol: s7plus</c>.</summary>
internal static class CertsPlcs
{
    /// <summary>Trusts the last rejected certificate of a PLC, or that of a file.</summary>
    public static int Trust(string plc, string? which, PlcCertificates certificates, InvocationConfiguration console)
    {
        var certificate =
            which is not null && File.Exists(which)
                ? CertificateFiles.ReadCertificates(which)[0]
                : PlcCertificates.Find(certificates.Rejected, plc);
        if (certificate is null)
        {
            console.Error.WriteLine(
                $"s7opcbridge: no certificate of '{plc}' has been "
                    + $"rejected{(which is null ? "" : $", and there is no file '{which}'")}; let the bridge try to connect first, or name "
                    + "the file of the CPU's "
                    + "certificate."
            );
            return ExitCode.Failed;
        }
        certificates.Trust(plc, certificate);
        console.Output.WriteLine($"Trusted for {plc}: {LineOf(plc, certificate)}");
        console.Output.WriteLine("It applies from the next connection on; the bridge needs no restart.");
        return ExitCode.Ok;
    }

    /// <summary>Deletes the stored certificate of a PLC.</summary>
    public static int Untrust(string plc, PlcCertificates certificates, InvocationConfiguration console)
    {
        if (!certificates.Forget(plc))
        {
            console.Error.WriteLine($"s7opcbridge: no certificate of '{plc}' is stored.");
            return ExitCode.Failed;
        }
        console.Output.WriteLine(
            $"The certificate of {plc} is deleted; with 'certificate: trust-first-use' the next one that it shows is trusted."
        );
        return ExitCode.Ok;
    }

    /// <summary>Lists the stored certificates, if any.</summary>
    public static void List(PlcCertificates certificates, TextWriter output, TextWriter error)
    {
        foreach (var store in (CertificateStore[])[certificates.Trusted, certificates.Rejected])
        {
            var files = store.Read(error.WriteLine);
            if (files.Count == 0)
                continue;
            output.WriteLine($"plcs/{store.Name}:");
            foreach (var file in files)
                output.WriteLine($"  {LineOf(PlcCertificates.PlcOf(file), file.Leaf)}");
        }
    }

    private static string LineOf(string plc, System.Security.Cryptography.X509Certificates.X509Certificate2 certificate) =>
        $"{CertificateText.Sha256Of(certificate)}  {plc}: {CertificateText.SubjectOf(certificate)}, valid until {CertificateText.DayOf(certificate.NotAfter)}";
}
