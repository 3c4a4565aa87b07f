using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Users made by <c>users add</c> log in with a client that nobody here wrote, and may do what their roles say.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class UserLoginTests
{
    private const string Password = "Zwölf-Boxkämpfer";
    private const string Aes = "Aes256_Sha256_RsaPss:SignAndEncrypt";

    [Test]
    public async Task Each_role_may_do_its_share_and_a_wrong_password_nothing(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-users-").FullName;
        var users = Path.Combine(folder, "users.yaml");
        foreach (var (user, role) in new[] { ("watcher", "Observer"), ("mes", "Operator"), ("anna", "Engineer") })
        {
            await using var add = Bridge.Start(folder, "users", "add", user, "--role", role, "--file", users, "--password-stdin");
            await add.SendLineAsync(Password);
            Assert.That(await add.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, add.Output);
        }
        await using var bridge = await StartAsync(folder, cancellationToken);

        var results = await Interop.RunAsync(
            "ua-users.js",
            cancellationToken,
            bridge.Endpoint,
            Path.Combine(folder, "client"),
            "ns=2;s=Line1/Count",
            "ns=2;s=Line1/_Status/Scans/normal",
            "ns=2;s=Line1/_Status/Scans/normal/Poll",
            $"{Aes}:watcher:{Password}",
            $"{Aes}:mes:{Password}",
            $"{Aes}:anna:{Password}",
            $"None:None:mes:{Password}",
            $"{Aes}::",
            $"{Aes}:mes:guess",
            $"{Aes}:nobody:{Password}",
            $"Aes128_Sha256_RsaOaep:Sign:mes:{Password}",
            $"Basic256Sha256:SignAndEncrypt:mes:{Password}"
        );

        var told = results.EnumerateArray().Select(Tell).ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(told[0], Is.EqualTo("Good BadUserAccessDenied BadUserAccessDenied 1"), "Observer");
            Assert.That(told[1], Is.EqualTo("Good Good BadUserAccessDenied 3"), "Operator");
            Assert.That(told[2], Is.EqualTo("Good Good Good 3"), "Engineer");
            Assert.That(told[3], Is.EqualTo("Good Good BadUserAccessDenied 3"), "over None the password is encrypted all the same");
            Assert.That(told[4], Does.Contain("ANONYMOUS"), "anonymous is not offered");
            Assert.That(told[5], Does.Contain("BadUserAccessDenied"));
            Assert.That(told[6], Is.EqualTo(told[5]), "whether a user exists is not told");
            Assert.That(told[7..], Is.All.EqualTo(told[1]), "the other policies");
        });
        var log = await bridge.Program.LineAsync(line => line.Contains("REFUSED 'nobody'", StringComparison.Ordinal), cancellationToken);
        Assert.That(log, Does.Contain("BadUserAccessDenied"));
        Assert.That(
            bridge.Program.Output,
            Does.Contain("LOGIN by 'mes'").And.Contain("WRITE by 'mes'").And.Contain("CALL by 'anna'").And.Contain("DENIED 'watcher'")
        );
        Assert.That(bridge.Program.Output, Does.Not.Contain(Password).And.Not.Contain("guess").And.Not.Contain("   at "));
        Directory.Delete(folder, recursive: true);
    }

    [Test]
    public async Task A_certificate_is_a_user_under_every_policy_once_the_commands_in_the_log_were_typed(
        CancellationToken cancellationToken
    )
    {
        await Interop.RequireAsync("node-opcua-client");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-users-").FullName;
        var users = Path.Combine(folder, "users.yaml");
        var anna = Path.Combine(folder, "anna");
        var thumbprint = MakeUser(anna);
        await RunAsync(
            folder,
            cancellationToken,
            "users",
            "add",
            "anna",
            "--role",
            "Operator",
            "--file",
            users,
            "--certificate",
            $"{anna}.der"
        );
        await using var bridge = await StartAsync(folder, cancellationToken);
        Task<JsonElement> LoginAsync(params string[] ways) =>
            Interop.RunAsync(
                "ua-users.js",
                cancellationToken,
                [
                    bridge.Endpoint,
                    Path.Combine(folder, "client"),
                    "ns=2;s=Line1/Count",
                    "ns=2;s=Line1/_Status/Scans/normal",
                    "ns=2;s=Line1/_Status/Scans/normal/Poll",
                    .. ways.Select(way => $"{way}:@:{anna}"),
                ]
            );

        Assert.That(Tell((await LoginAsync(Aes))[0]), Does.Contain("BadIdentityTokenRejected"), "nobody trusts it");
        var log = await bridge.Program.LineAsync(line => line.Contains("REFUSED", StringComparison.Ordinal), cancellationToken);
        Assert.That(log, Does.Contain($"certs trust {thumbprint} --users"));
        await RunAsync(bridge.Folder, cancellationToken, "certs", "trust", thumbprint, "--users", "--map", "map.yaml");

        var told = (
            await LoginAsync(Aes, "Aes256_Sha256_RsaPss:Sign", "Aes128_Sha256_RsaOaep:SignAndEncrypt", "Basic256Sha256:Sign", "None:None")
        )
            .EnumerateArray()
            .Select(Tell)
            .ToArray();
        Assert.That(told[..4], Is.All.EqualTo("Good Good BadUserAccessDenied 3"));
        Assert.That(told[4], Is.Not.StartWith("Good"), "over None a certificate would prove nothing");
        Assert.That(bridge.Program.Output, Does.Contain("LOGIN by 'anna'").And.Contain("WRITE by 'anna'").And.Not.Contain("   at "));
        Directory.Delete(folder, recursive: true);
    }

    private static Task<Bridge> StartAsync(string folder, CancellationToken cancellationToken) =>
        Bridge.StartAsync(
            $$"""
            server: { name: users, endpoint: "{endpoint}", users: {{folder}}/users.yaml, security: [Aes256_Sha256_RsaPss, Aes128_Sha256_RsaOaep, Basic256Sha256, None], certificates: {{folder}}/pki, trust: first-use }
            plcs:
              - name: Line1
                simulate: true
                scan: { normal: 100ms }
                tags:
                  - { name: Count, address: DB1.DBW0, type: Int, access: readwrite }
            """,
            cancellationToken
        );

    private static string MakeUser(string path)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=Anna", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, critical: true));
        using var certificate = request.CreateSelfSigned(
            TimeProvider.System.GetUtcNow().AddDays(-1),
            TimeProvider.System.GetUtcNow().AddDays(30)
        );
        File.WriteAllBytes(path + ".der", certificate.RawData);
        File.WriteAllText(path + ".pem", key.ExportPkcs8PrivateKeyPem());
        return certificate.Thumbprint;
    }

    private static async Task RunAsync(string folder, CancellationToken cancellationToken, params string[] arguments)
    {
        await using var program = Bridge.Start(folder, arguments);
        Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, program.Output);
    }

    private static string Tell(JsonElement result) =>
        result.GetProperty("login").GetString() is not "Good" and var refusal
            ? refusal!
            : string.Join(' ', new[] { "read", "write", "call", "level" }.Select(name => result.GetProperty(name).ToString()));
}
