using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>An administrator manages certificates with the push client of node-opcua, and its session lives through the change.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class PushTests
{
    private const string Password = "Zwölf-Boxkämpfer";

    [Test]
    public async Task Trust_lists_and_the_certificate_are_pushed_by_an_administrator_and_by_nobody_else(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client", "node-opcua-server-configuration");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-push-").FullName;
        var users = Path.Combine(folder, "users.yaml");
        foreach (var (user, role) in new[] { ("root", "SecurityAdmin"), ("mes", "Operator") })
        {
            await using var add = Bridge.Start(folder, "users", "add", user, "--role", role, "--file", users, "--password-stdin");
            await add.SendLineAsync(Password);
            Assert.That(await add.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, add.Output);
        }
        await using var bridge = await Bridge.StartAsync(
            $$"""
            server: { name: pushed, endpoint: "{endpoint}", users: {{users}}, certificates: {{folder}}/pki, trust: first-use }
            plcs:
              - name: Line1
                simulate: true
                tags:
                  - { name: Count, address: DB1.DBW0, type: Int }
            """,
            cancellationToken
        );
        var now = TimeProvider.System.GetUtcNow();
        var authority = UaTestAuthority.Root("Plant root", now);
        var stranger = Path.Combine(folder, "stranger.der");
        await File.WriteAllBytesAsync(stranger, UaTestAuthority.SelfSigned("stranger", now).RawData, cancellationToken);

        await using var client = Interop.Start("ua-push.js", bridge.Endpoint, Path.Combine(folder, "client"), "root", Password, stranger);
        var request = CertificateRequest.LoadSigningRequest(
            Convert.FromBase64String(
                (await client.LineAsync(line => line.StartsWith("REQUEST ", StringComparison.Ordinal), cancellationToken))[8..]
            ),
            HashAlgorithmName.SHA256,
            CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions,
            RSASignaturePadding.Pkcs1
        );
        using var signed = request.Create(authority.Certificate, now.AddDays(-1), now.AddDays(90), [1, 2, 3, 4]);
        await client.SendLineAsync(
            $"CERTIFICATE {Convert.ToBase64String(signed.RawData)} {Convert.ToBase64String(authority.Certificate.RawData)}"
        );
        var result = await client.LineAsync(line => line.StartsWith("RESULT ", StringComparison.Ordinal), cancellationToken);

        var seen = JsonDocument.Parse(result[7..]).RootElement;
        string Of(string name) => seen.GetProperty(name).ToString();
        Assert.Multiple(() =>
        {
            Assert.That(Of("overSign"), Is.EqualTo("BadSecurityModeInsufficient"));
            Assert.That(Of("asOperator"), Is.EqualTo("BadUserAccessDenied"));
            Assert.That(Of("formats"), Is.EqualTo("""["PEM","PFX"]"""));
            Assert.That(Of("types"), Does.Contain("i=12560"));
            Assert.That(seen.GetProperty("size").GetInt32(), Is.GreaterThan(500), "the client itself is trusted");
            Assert.That(Of("added"), Is.EqualTo("Good"));
            Assert.That(Of("trusted"), Is.EqualTo("2"));
            Assert.That(Of("masked"), Is.EqualTo("[4,0]"));
            Assert.That(Of("removed"), Is.EqualTo("Good"));
            Assert.That(Of("written"), Is.EqualTo("""["Good",true]"""));
            Assert.That(Of("applied"), Is.EqualTo("Good"));
            Assert.That(Of("trustedAfter"), Is.EqualTo("2"), "the list was written as it had been read, stranger and all");
            Assert.That(Of("updated"), Is.EqualTo("""["Good",true]"""));
            Assert.That(Of("certificateApplied"), Is.EqualTo("Good"));
            Assert.That(Of("readAfterwards"), Is.EqualTo("Good"), "the session lives on");
            Assert.That(Of("shown"), Is.EqualTo(signed.Thumbprint), "and new channels see the new certificate");
        });
        await bridge.Program.LineAsync(
            line =>
                line.Contains("CERTIFICATES by 'root'", StringComparison.Ordinal)
                && line.Contains($"in use now: certificate {signed.Thumbprint}", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That(bridge.Program.Output, Does.Contain("DENIED 'mes'").And.Not.Contain("PRIVATE KEY").And.Not.Contain("   at "));
        Directory.Delete(folder, recursive: true);
    }
}
