using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// What docs/cluster.md says of users, trust lists and pushed certificates: they are each node's own, and a copied file is all that it takes to share them.
/// </summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class SharedSecurityTests
{
    private const string Password = "Zwölf-Boxkämpfer",
        Stranger = nameof(StatusCodes.BadSecurityChecksFailed);

    // The role object, its property Identities and its method (OPC 10000-18, 4.4).
    private const uint Operator = 15680,
        Identities = 16225,
        AddIdentity = 15684;
    private readonly string _address = $"127.0.0.1:{FreePort.Next()}";
    private readonly X509Certificate2 _client = UaTestCertificates.Create("urn:test:client"),
        _new = UaTestCertificates.Create("urn:test:client");
    private ClusterPlant _plant = null!;
    private ChildProgram _witness = null!;

    [OneTimeSetUp]
    public async Task StartTwoNodes()
    {
        _plant = new ClusterPlant(
            plcs: 1,
            nodes: 2,
            $"{{ witness: \"{_address}\" }}",
            ", users: users.yaml, certificates: pki",
            security: "[Aes256_Sha256_RsaPss, Basic256Sha256]"
        );
        _witness = _plant.StartWitness(_address);
        await AddUserAsync(Here, "root", "SecurityAdmin", CancellationToken.None);
        await AddUserAsync(Here, "mes", "Operator", CancellationToken.None);
        CopyUsers();
        foreach (var node in _plant.Nodes)
        {
            Directory.CreateDirectory(Trusted(node));
            await File.WriteAllBytesAsync(Path.Combine(Trusted(node), "client.der"), _client.RawData);
        }
        await _plant.HealAsync(CancellationToken.None);
    }

    [OneTimeTearDown]
    public async Task StopTwoNodes()
    {
        if (_plant is not null)
            await _plant.DisposeAsync();
        if (_witness is not null)
            await _witness.DisposeAsync();
        _client.Dispose();
        _new.Dispose();
    }

    private ClusterPlantNode Here => _plant.Nodes[0];

    private ClusterPlantNode There => _plant.Nodes[1];

    [Test]
    public async Task A_client_is_trusted_at_one_node_until_the_trusted_certificates_are_copied(CancellationToken cancellationToken)
    {
        foreach (var node in _plant.Nodes)
            Assert.That(await LoginAsync(node, "mes", cancellationToken, _new), Is.EqualTo(Stranger), node.Name);
        await RunAsync(Here, null, cancellationToken, "certs", "trust", _new.Thumbprint, "--map", "map.yaml");
        await TrustChangesAsync(Here, cancellationToken);
        Assert.That(await LoginAsync(Here, "mes", cancellationToken, _new), Is.EqualTo("Good"));
        Assert.That(await LoginAsync(There, "mes", cancellationToken, _new), Is.EqualTo(Stranger));

        foreach (var file in Directory.GetFiles(Trusted(Here)))
            Replace(file, Path.Combine(Trusted(There), Path.GetFileName(file)));
        await TrustChangesAsync(There, cancellationToken);
        Assert.That(await LoginAsync(There, "mes", cancellationToken, _new), Is.EqualTo("Good"));
    }

    [Test]
    public async Task A_user_that_is_added_at_one_node_holds_there_until_the_users_file_is_copied(CancellationToken cancellationToken)
    {
        foreach (var node in _plant.Nodes)
            Assert.That(await LoginAsync(node, "mes", cancellationToken), Is.EqualTo("Good"), $"{node.Name}: the file came with the map");

        await AddUserAsync(Here, "hmi", "Operator", cancellationToken);
        await UsersChangeAsync(Here, cancellationToken);
        Assert.That(await LoginAsync(Here, "hmi", cancellationToken), Is.EqualTo("Good"));
        Assert.That(await LoginAsync(There, "hmi", cancellationToken), Is.EqualTo("BadUserAccessDenied"));
        CopyUsers();
        await UsersChangeAsync(There, cancellationToken);
        Assert.That(await LoginAsync(There, "hmi", cancellationToken), Is.EqualTo("Good"));
    }

    [Test]
    public async Task A_role_that_is_given_over_OPC_UA_at_one_node_holds_there_until_the_users_file_is_copied(
        CancellationToken cancellationToken
    )
    {
        await using (var admin = await UserAsync(Here, "root", cancellationToken))
        {
            var rule = new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.UserName, Criteria = "root" };
            var call = new CallMethodRequest
            {
                ObjectId = Operator,
                MethodId = AddIdentity,
                InputArguments = [Variant.From(ExtensionObject.From(rule))],
            };
            var answer = await admin.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [call] }, cancellationToken);
            Assert.That(StatusCodes.NameOf(answer.Results[0].StatusCode), Is.EqualTo("Good"));
        }
        Assert.That(await OperatorsAsync(Here, cancellationToken), Does.Contain("root"), "at once");
        Assert.That(await OperatorsAsync(There, cancellationToken), Does.Contain("mes").And.Not.Contain("root"));
        CopyUsers();
        await UsersChangeAsync(There, cancellationToken);
        Assert.That(await OperatorsAsync(There, cancellationToken), Does.Contain("root"));
    }

    [Test]
    public async Task What_is_pushed_to_one_node_stays_there_and_the_nodes_go_on_together(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client", "node-opcua-server-configuration");
        var now = TimeProvider.System.GetUtcNow();
        var (before, trusted) = (OwnOf(There).Thumbprint, Directory.GetFiles(Trusted(There)));
        var authority = UaTestAuthority.Root("Plant root", now);
        var folder = Directory.CreateDirectory(Path.Combine(Here.Folder, "gds")).FullName;
        var stranger = UaTestAuthority.SelfSigned("stranger", now);
        await File.WriteAllBytesAsync(Path.Combine(folder, "stranger.der"), stranger.RawData, cancellationToken);
        await LetPushClientInAsync(folder, cancellationToken);

        await using var client = StartPush(folder);
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
        Assert.That(
            JsonDocument.Parse(result[7..]).RootElement.GetProperty("shown").GetString(),
            Is.EqualTo(signed.Thumbprint),
            "the new certificate is used"
        );

        Assert.That(ThumbprintsOf(Here), Does.Contain(stranger.Thumbprint), "the list that was pushed");
        Assert.That(Directory.GetFiles(Trusted(There)), Is.EquivalentTo(trusted));
        Assert.That(OwnOf(There).Thumbprint, Is.EqualTo(before));
        Assert.That(await LoginAsync(There, "mes", cancellationToken), Is.EqualTo("Good"), "with its own certificate");
        // Also with a new certificate the node is a member: they know each other by the secret.
        Assert.That(await There.StopAsync(cancellationToken), Is.Zero);
        await _plant.HealAsync(cancellationToken);
    }

    private async Task<string?[]> OperatorsAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        await using var admin = await UserAsync(node, "root", cancellationToken);
        var rules = (ExtensionObject[])(await admin.ReadAsync(cancellationToken, Identities))[0].Value.Reference!;
        return Array.ConvertAll(rules, rule => ((IdentityMappingRuleType)rule.Body!).Criteria);
    }

    // Its first call makes its certificate, and is refused.
    private async Task LetPushClientInAsync(string folder, CancellationToken cancellationToken)
    {
        await using (var refused = StartPush(folder))
            await refused.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
        foreach (var file in Directory.GetFiles(Path.Combine(Here.Folder, "pki", "rejected", "certs")))
        {
            if (ThumbprintsOf(Here).Contains(X509CertificateLoader.LoadCertificateFromFile(file).Thumbprint))
                continue;
            await RunAsync(Here, null, cancellationToken, "certs", "trust", file, "--map", "map.yaml");
            await TrustChangesAsync(Here, cancellationToken);
        }
    }

    private ChildProgram StartPush(string folder) =>
        Interop.Start("ua-push.js", Here.Endpoint, Path.Combine(folder, "client"), "root", Password, Path.Combine(folder, "stranger.der"));

    private static async Task AddUserAsync(ClusterPlantNode node, string user, string role, CancellationToken cancellationToken) =>
        await RunAsync(node, Password, cancellationToken, "users", "add", user, "--role", role, "--file", "users.yaml", "--password-stdin");

    private static async Task RunAsync(ClusterPlantNode node, string? input, CancellationToken cancellationToken, params string[] arguments)
    {
        await using var program = Bridge.Start(node.Folder, arguments);
        if (input is not null)
            await program.SendLineAsync(input);
        Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, program.Output);
    }

    private void CopyUsers() => Replace(Path.Combine(Here.Folder, "users.yaml"), Path.Combine(There.Folder, "users.yaml"));

    private static void Replace(string from, string to)
    {
        File.Copy(from, $"{to}.new", overwrite: true);
        File.Move($"{to}.new", to, overwrite: true);
    }

    private static Task UsersChangeAsync(ClusterPlantNode node, CancellationToken cancellationToken) =>
        node.Program.LineAsync(line => line.Contains("The map was loaded again", StringComparison.Ordinal), cancellationToken);

    private static Task TrustChangesAsync(ClusterPlantNode node, CancellationToken cancellationToken) =>
        node.Program.LineAsync(line => line.Contains("The certificate stores have changed", StringComparison.Ordinal), cancellationToken);

    private static string Trusted(ClusterPlantNode node) => Path.Combine(node.Folder, "pki", "trusted", "certs");

    private static string[] ThumbprintsOf(ClusterPlantNode node) =>
        [.. Directory.GetFiles(Trusted(node)).Select(file => X509CertificateLoader.LoadCertificateFromFile(file).Thumbprint)];

    // The newest, which is the one in use.
    private static X509Certificate2 OwnOf(ClusterPlantNode node)
    {
        var own = Path.Combine(node.Folder, "pki", "own");
        string Newest(string folder) => Directory.GetFiles(Path.Combine(own, folder)).MaxBy(File.GetLastWriteTimeUtc)!;
        return X509Certificate2.CreateFromPemFile(Newest("certs"), Newest("private"));
    }

    private async Task<string> LoginAsync(
        ClusterPlantNode node,
        string user,
        CancellationToken cancellationToken,
        X509Certificate2? client = null
    )
    {
        try
        {
            await using var session = await UserAsync(node, user, cancellationToken, client);
            return "Good";
        }
        catch (UaException refused)
        {
            return StatusCodes.NameOf(refused.Status);
        }
        catch (UaTestErrorException refused)
        {
            return StatusCodes.NameOf(refused.Status);
        }
    }

    private async Task<UaTestClient> UserAsync(
        ClusterPlantNode node,
        string user,
        CancellationToken cancellationToken,
        X509Certificate2? application = null
    )
    {
        var certificates = new UaTestCertificates(OwnOf(node), application ?? _client);
        var channel = await UaTestChannel.ConnectAsync(new Uri(node.Endpoint).Port, cancellationToken);
        try
        {
            await channel.HelloAsync(cancellationToken);
            await channel.OpenAsync(cancellationToken, certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt);
            var client = new UaTestClient(channel);
            await client.CreateSessionAsync(cancellationToken, certificates);
            var password = Encoding.UTF8.GetBytes(Password);
            var secret = certificates.ServerKey.Encrypt(
                [.. BitConverter.GetBytes(password.Length + client.ServerNonce.Length), .. password, .. client.ServerNonce],
                RSAEncryptionPadding.OaepSHA1
            );
            await client.ActivateAsync(cancellationToken, UaTestLogin.Token(user, secret), certificates);
            return client;
        }
        catch
        {
            await channel.DisposeAsync();
            throw;
        }
    }
}
