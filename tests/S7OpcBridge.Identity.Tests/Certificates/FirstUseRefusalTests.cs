using System.Diagnostics;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Identity.Certificates;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>
/// A certificate that first use does not let in: the log says what is wrong with it, and what to run instead of a command that would not help.
/// </summary>
public sealed class FirstUseRefusalTests
{
    private static readonly ManualClock Start = new();

    [Test]
    public void A_self_signed_CA_as_openssl_makes_it_is_told_with_the_command_that_makes_a_right_one()
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        using var client = Made(isCa: true, X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.DataEncipherment);
        var message = MessageOf(folder, client, FirstUse.Begin(folder.Stores, Start));
        Assert.That(
            message,
            Does.StartWith(
                    "the certificate 'CN=mes' of urn:test:mes is not trusted (BadCertificateUntrusted). 'trust: first-use' does not accept it either: it is "
                        + "marked as a CA (CA:TRUE"
                )
                .And.Contain("openssl req -x509")
                .And.Contain("basicConstraints=critical,CA:FALSE")
        );
        Assert.That(
            MessageOf(folder, client, null),
            Does.Contain("Trusting it would not help: it is marked as a CA").And.Not.Contain("certs trust")
        );
    }

    [Test]
    public void A_self_signed_CA_without_a_key_usage_is_trusted_as_any_other()
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        using var client = Made(isCa: true, X509KeyUsageFlags.None);
        Assert.That(MessageOf(folder, client, FirstUse.Begin(folder.Stores, Start)), Is.EqualTo("trusted"));
    }

    [Test]
    public void What_else_is_wrong_with_a_certificate_is_said_instead_of_a_command_that_would_not_help()
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        using var signer = Made(isCa: true, X509KeyUsageFlags.KeyCertSign);
        Assert.That(
            MessageOf(folder, signer, FirstUse.Begin(folder.Stores, Start)),
            Does.EndWith(
                "'trust: first-use' does not accept it either: it may not be used for this; its key usage must include digitalSignature and dataEncipherment "
                    + "(BadCertificateUseNotAllowed)."
            )
        );
    }

    [Test]
    public async Task The_command_makes_a_certificate_that_is_trusted()
    {
        using var folder = new StoreFolder();
        folder.Stores.Create();
        using var client = Made(isCa: true, X509KeyUsageFlags.DigitalSignature);
        var message = MessageOf(folder, client, null);
        var words = message[message.IndexOf("req -x509", StringComparison.Ordinal)..]
            .Replace("URI:APPLICATION_URI", "URI:urn:test:mes", StringComparison.Ordinal)
            .Replace("DNS:HOST", "DNS:localhost", StringComparison.Ordinal)
            .Split(' ');
        var made = Path.Combine(folder.Stores.Folder, "client.pem");
        var start = new ProcessStartInfo("openssl", words) { WorkingDirectory = folder.Stores.Folder, RedirectStandardError = true };
        try
        {
            using var openssl = Process.Start(start)!;
            await openssl.StandardError.ReadToEndAsync();
            await openssl.WaitForExitAsync();
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Assert.Ignore("There is no openssl here.");
        }
        using var right = X509CertificateLoader.LoadCertificate(PemBytes(await File.ReadAllTextAsync(made)));
        var now = new ManualClock();
        now.Advance(right.NotBefore.ToUniversalTime() - now.GetUtcNow().UtcDateTime);
        var trust = new ClientTrust(folder.Stores, FirstUse.Begin(folder.Stores, now), "x {0}", now, folder);
        Assert.That(trust.Check([right], SecurityPolicy.Basic256Sha256).IsGood, Is.True);
    }

    private static byte[] PemBytes(string pem) => Convert.FromBase64String(pem[PemEncoding.Find(pem).Base64Data].ReplaceLineEndings(""));

    private static string MessageOf(StoreFolder folder, X509Certificate2 client, FirstUse? firstUse)
    {
        var trust = new ClientTrust(folder.Stores, firstUse, "s7opcbridge certs trust {0} --map x.yaml", Start, folder);
        try
        {
            trust.Check([client], SecurityPolicy.Basic256Sha256);
            return "trusted";
        }
        catch (UaException e)
        {
            return e.Message;
        }
    }

    private static X509Certificate2 Made(bool isCa, X509KeyUsageFlags usage)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=mes", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(isCa, false, 0, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        if (usage != X509KeyUsageFlags.None)
            request.CertificateExtensions.Add(new X509KeyUsageExtension(usage, false));
        var names = new SubjectAlternativeNameBuilder();
        names.AddUri(new Uri("urn:test:mes"));
        request.CertificateExtensions.Add(names.Build());
        return request.CreateSelfSigned(Start.GetUtcNow().AddDays(-1), Start.GetUtcNow().AddYears(1));
    }
}
