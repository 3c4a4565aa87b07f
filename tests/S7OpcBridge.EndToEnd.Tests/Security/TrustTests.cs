using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using System.Text.RegularExpressions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The way of a client that nobody knows: refused, trusted by the command in the log, connected, renewed under load, reconnected, shut out again.
/// </summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
public sealed partial class TrustTests
{
    // 'certificates' says a folder of the test's own; security is the default: three policies, two modes each.
    private const string Map = """
        server: { name: secure, endpoint: "{endpoint}", anonymous: read, certificates: pki }
        plcs:
          - name: Line1
            simulate: true
            scan: { normal: 100ms }
            tags:
              - { name: Speed, address: DB1.DBD0, type: Real, range: [0, 3000] }
        """;

    [Test]
    public async Task A_client_is_refused_trusted_renewed_and_reconnected_over_every_policy_and_mode(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(Map, cancellationToken);
        var client = Directory.CreateTempSubdirectory("s7opcbridge-client-").FullName;
        Task<JsonElement> RunAsync(params string[] command) =>
            Interop.RunAsync("ua-secure.js", cancellationToken, [bridge.Endpoint, client, .. command]);

        var refused = await RunAsync("try");
        Assert.That(ResultsOf(refused), Has.Count.EqualTo(6).And.All.Contains("rejected by server"));
        var line = await bridge.Program.LineAsync(
            text => text.Contains("To let it in, run: ", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That(line, Does.Contain("BadCertificateUntrusted"));

        // The command exactly as the log has it.
        var command = Command().Match(line).Groups[1].Value.Split(' ');
        await using var trust = Bridge.Start(bridge.Folder, command);
        Assert.That(await trust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, trust.Output);

        var endured = await RunAsync("endure", "ns=2;s=Line1/Speed");
        Assert.That(endured.GetArrayLength(), Is.EqualTo(6));
        foreach (var way in endured.EnumerateArray())
        {
            Assert.Multiple(() =>
            {
                Assert.That(way.GetProperty("renewals").GetInt32(), Is.GreaterThan(0), way.ToString());
                Assert.That(way.GetProperty("bad").GetInt32(), Is.Zero, way.ToString());
                Assert.That(
                    way.GetProperty("asked").GetInt32(),
                    Is.EqualTo(way.GetProperty("reads").GetInt32()).And.GreaterThan(200),
                    "every request under way at the renewal was answered"
                );
                Assert.That(way.GetProperty("messages").GetInt32(), Is.GreaterThan(10), way.ToString());
                Assert.That(way.GetProperty("lost").GetInt32(), Is.Zero, $"messages are numbered without a gap over the renewal: {way}");
                Assert.That(way.GetProperty("changes").GetInt32(), Is.GreaterThan(0), way.ToString());
                Assert.That(way.GetProperty("changesAfterCut").GetInt32(), Is.GreaterThan(0), way.ToString());
            });
        }

        await using var untrust = Bridge.Start(bridge.Folder, [command[0], "untrust", .. command[2..]]);
        Assert.That(await untrust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, untrust.Output);
        Assert.That(ResultsOf(await RunAsync("try")), Has.All.Contains("rejected by server"));
        Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
        Directory.Delete(client, recursive: true);
    }

    [Test]
    public async Task A_certificate_of_the_plants_CA_is_taken_up_while_running_and_first_use_trusts_the_client(
        CancellationToken cancellationToken
    )
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(
            Map.Replace("certificates: pki", "certificates: pki, trust: first-use"),
            cancellationToken
        );
        await using var csr = Bridge.Start(bridge.Folder, "certs", "csr", "--map", "map.yaml", "--out", "own.csr");
        Assert.That(await csr.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, csr.Output);

        var now = TimeProvider.System.GetUtcNow();
        var root = UaTestAuthority.Root("Plant root", now);
        var issuing = root.Below("Plant issuing", now);
        var request = CertificateRequest.LoadSigningRequestPem(
            await File.ReadAllTextAsync(Path.Combine(bridge.Folder, "own.csr"), cancellationToken),
            HashAlgorithmName.SHA256,
            CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions,
            RSASignaturePadding.Pkcs1
        );
        using var signed = request.Create(issuing.Certificate, now.AddDays(-1), now.AddDays(90), [1, 2, 3, 4]);
        await File.WriteAllTextAsync(
            Path.Combine(bridge.Folder, "pki", "own", "certs", "plant.pem"),
            $"{signed.ExportCertificatePem()}\n{issuing.Certificate.ExportCertificatePem()}\n",
            cancellationToken
        );
        await bridge.Program.LineAsync(
            text => text.Contains($"The server uses the certificate 'CN=secure', {signed.Thumbprint}", StringComparison.Ordinal),
            cancellationToken
        );

        // The client must know the CAs, and their revocation lists: it checks the chain that it is sent.
        var client = Directory.CreateTempSubdirectory("s7opcbridge-client-").FullName;
        foreach (var authority in (UaTestAuthority[])[root, issuing])
        {
            Directory.CreateDirectory(Path.Combine(client, "issuers", "certs"));
            Directory.CreateDirectory(Path.Combine(client, "issuers", "crl"));
            await File.WriteAllTextAsync(
                Path.Combine(client, "issuers", "certs", $"{authority.Name}.pem"),
                authority.Certificate.ExportCertificatePem(),
                cancellationToken
            );
            await File.WriteAllTextAsync(
                Path.Combine(client, "issuers", "crl", $"{authority.Name}.crl"),
                PemEncoding.WriteString("X509 CRL", authority.RevocationList(now)),
                cancellationToken
            );
        }

        var tried = await Interop.RunAsync("ua-secure.js", cancellationToken, bridge.Endpoint, client, "try");
        Assert.That(ResultsOf(tried), Has.Count.EqualTo(6).And.All.EqualTo("connected"));
        Assert.That(bridge.Program.Output, Does.Contain("TRUST ON FIRST USE: ").And.Contain("TRUST ON FIRST USE IS ON until"));
        Directory.Delete(client, recursive: true);
    }

    private static List<string> ResultsOf(JsonElement ways) =>
        [.. ways.EnumerateArray().Select(way => way.GetProperty("result").GetString()!)];

    [GeneratedRegex("run: .*s7opcbridge(?:\\.dll)? (certs .+)$")]
    private static partial Regex Command();
}
