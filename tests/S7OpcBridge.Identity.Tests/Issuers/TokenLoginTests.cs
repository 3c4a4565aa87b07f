using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests.Issuers;

/// <summary>Logins with access tokens: who gets in with which roles, and every token that is refused.</summary>
[CancelAfter(30_000)]
internal sealed class TokenLoginTests
{
    private readonly ManualClock _clock = new();
    private readonly string _keys = System.IO.Path.Combine(Directory.CreateTempSubdirectory().FullName, "keys.json");

    [OneTimeSetUp]
    public void WriteKeys() => File.WriteAllText(_keys, TestIssuer.Jwks);

    [OneTimeTearDown]
    public void RemoveKeys() => Directory.Delete(System.IO.Path.GetDirectoryName(_keys)!, recursive: true);

    [TestCase("RS256"), TestCase("PS256"), TestCase("ES256"), TestCase("ES384")]
    public async Task A_token_with_each_accepted_signature_logs_its_user_in(string algorithm)
    {
        var user = await LogInAsync(TestIssuer.Sign(TestIssuer.Claims(), algorithm));
        Assert.That(user!.Name, Is.EqualTo("anna@login.plant.local"));
        Assert.That(user.Roles, Is.EqualTo((string[])["Operator"]));
        Assert.That(user.Lasts, Is.EqualTo(TimeSpan.FromSeconds(360)), "the minute by which clocks may differ included");
    }

    [TestCase("roles", "[\"operator\",\"x\"]", "Operator")]
    [TestCase("roles", "\"operator\"", "Operator")]
    [TestCase("roles", "[\"OPERATOR\"]", "")]
    [TestCase("roles", "[\"Operator\"]", "", Description = "the name of a role here gives nothing by itself")]
    [TestCase("groups", "[\"g1\",\"g2\"]", "Observer Engineer")]
    [TestCase("groups", "[\"operator\"]", "", Description = "a group is no role")]
    [TestCase("x", "[\"operator\"]", "")]
    public async Task Roles_and_groups_of_a_token_give_the_roles_of_the_map(string claim, string value, string roles)
    {
        var claims = TestIssuer.Claims().Replace("\"roles\":[\"operator\"]", $"\"{claim}\":{value}");
        var user = await LogInAsync(TestIssuer.Sign(claims));
        Assert.That(string.Join(' ', user?.Roles ?? []), Is.EqualTo(roles));
    }

    [TestCase("", "sub", "4711@plant")]
    [TestCase("", null, "anna@plant")]
    [TestCase(",\"email\":\"anna@plant.com\"", "email", "anna@plant.com@plant")]
    public async Task A_user_has_the_name_of_the_claim_and_of_the_issuer(string more, string? claim, string name)
    {
        var user = await LogInAsync(TestIssuer.Sign(TestIssuer.Claims(more)), issuer => issuer with { Name = "plant", UserClaim = claim });
        Assert.That(user!.Name, Is.EqualTo(name));
    }

    [TestCase("\"exp\":1767225900", "\"exp\":1767225541", true, Description = "59 seconds ago")]
    [TestCase("\"exp\":1767225900", "\"exp\":1767225540", false, Description = "60 seconds ago")]
    [TestCase("\"iat\":1767225600", "\"iat\":1767225660", true)]
    [TestCase("\"iat\":1767225600", "\"iat\":1767225661", false)]
    [TestCase("\"iat\":1767225600", "\"nbf\":1767225660.0", true)]
    [TestCase("\"iat\":1767225600", "\"nbf\":1767225661", false)]
    [TestCase("\"aud\":\"s7\"", "\"aud\":[\"x\",\"s7\"]", true)]
    [TestCase("\"aud\":\"s7\"", "\"aud\":[\"x\"]", false)]
    [TestCase("\"aud\":\"s7\"", "\"aud\":\"S7\"", false)]
    [TestCase("\"aud\":\"s7\"", "\"aud\":\"s7 x\"", false)]
    [TestCase("/realms/ot\"", "/realms/ot/\"", false)]
    [TestCase("https://login", "HTTPS://login", false)]
    [TestCase("\"anna\"", "\"an\\nna\"", false)]
    [TestCase("\"anna\"", "\" anna\"", false)]
    [TestCase("\"anna\"", "\"\"", false)]
    [TestCase("\"anna\"", "\"a\\u202Ean\"", false, Description = "written from right to left")]
    public async Task Times_audience_and_issuer_are_exact(string what, string instead, bool isRight)
    {
        var claims = TestIssuer.Claims();
        Assert.That(claims, Does.Contain(what));
        Assert.That(
            await StatusOf(TestIssuer.Sign(claims.Replace(what, instead))),
            Is.EqualTo(isRight ? "Good" : "BadIdentityTokenRejected")
        );
    }

    private static readonly (string Why, string Token)[] Refused =
    [
        ("another key of the same kind", TestIssuer.Sign(TestIssuer.Claims(), rsa: TestIssuer.OtherRsa)),
        ("a key that is for encryption", TestIssuer.Sign(TestIssuer.Claims(), keyId: "e", rsa: TestIssuer.OtherRsa)),
        ("a key that is not there", TestIssuer.Sign(TestIssuer.Claims(), keyId: "R")),
        ("a key of another kind", TestIssuer.Sign(TestIssuer.Claims(), keyId: "p")),
        ("the algorithm of another kind", TestIssuer.Sign(TestIssuer.Claims(), "ES256", keyId: "r")),
        ("the curve of another algorithm", TestIssuer.Sign(TestIssuer.Claims(), "ES384", keyId: "p")),
        ("PSS where PKCS #1 is named", TestIssuer.SignAll("""{"alg":"RS256","kid":"r"}""", TestIssuer.Claims(), "PS256")),
        ("no signature that fits", TestIssuer.Sign(TestIssuer.Claims())[..^2] + "AA"),
        ("a signature cut off", TestIssuer.Sign(TestIssuer.Claims())[..^20]),
        ("claims changed", Changed(TestIssuer.Sign(TestIssuer.Claims()))),
    ];

    [Test]
    public async Task What_is_not_signed_by_the_issuer_is_rejected([Range(0, 9)] int at) =>
        Assert.That(await StatusOf(Refused[at].Token), Is.EqualTo("BadIdentityTokenRejected"), Refused[at].Why);

    [Test]
    public async Task Without_a_key_id_the_keys_of_the_algorithm_are_tried()
    {
        Assert.That(await StatusOf(TestIssuer.SignAll("""{"alg":"RS256"}""", TestIssuer.Claims())), Is.EqualTo("Good"));
        Assert.That(
            await StatusOf(TestIssuer.SignAll("""{"alg":"RS256"}""", TestIssuer.Claims(), rsa: TestIssuer.OtherRsa)),
            Is.EqualTo("BadIdentityTokenRejected")
        );
    }

    [TestCase("")]
    [TestCase("x")]
    [TestCase("a.b")]
    [TestCase("a.b.c.d")]
    [TestCase("..")]
    [TestCase("{}.{}.x")]
    public async Task What_is_no_token_is_invalid(string text) => Assert.That(await StatusOf(text), Is.EqualTo("BadIdentityTokenInvalid"));

    [TestCase("{\"alg\":\"none\"}")]
    [TestCase("{\"alg\":\"None\",\"kid\":\"r\"}")]
    [TestCase("{\"alg\":\"HS256\",\"kid\":\"r\"}")]
    [TestCase("{\"alg\":\"rs256\",\"kid\":\"r\"}")]
    [TestCase("{\"alg\":\"RS512\",\"kid\":\"r\"}")]
    [TestCase("{\"alg\":7,\"kid\":\"r\"}")]
    [TestCase("{\"alg\":[\"RS256\"],\"kid\":\"r\"}")]
    [TestCase("{\"kid\":\"r\"}")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":7}")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":\"r\",\"kid\":\"p\"}")]
    [TestCase("{\"alg\":\"RS256\",\"alg\":\"none\",\"kid\":\"r\"}")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":\"r\",\"crit\":[\"exp\"]}")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":\"r\",\"b64\":false,\"crit\":[\"b64\"]}")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":\"r\",\"typ\":\"logout+jwt\"}")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":\"\\ud800\"}")]
    [TestCase("[\"RS256\"]")]
    [TestCase("null")]
    [TestCase("{\"alg\":\"RS256\",\"kid\":\"r\"} x")]
    public async Task A_head_that_is_not_accepted_is_invalid(string header)
    {
        var algorithm =
            header.Contains("HS256") ? "HS256"
            : header.Contains("one\"") ? "none"
            : "RS256";
        var token = TestIssuer.SignAll(header, TestIssuer.Claims(), algorithm);
        Assert.That(await StatusOf(token + (algorithm == "none" ? "AA" : "")), Is.EqualTo("BadIdentityTokenInvalid"));
        if (algorithm == "none")
            Assert.That(await StatusOf(token), Is.EqualTo("BadIdentityTokenInvalid"), "an empty signature");
    }

    [TestCase("\"exp\":1767225900", "\"x\":1")]
    [TestCase("\"exp\":1767225900", "\"exp\":\"1767225900\"")]
    [TestCase("\"exp\":1767225900", "\"exp\":1e400")]
    [TestCase("\"exp\":1767225900", "\"exp\":-1")]
    [TestCase("\"exp\":1767225900", "\"exp\":null")]
    [TestCase("\"exp\":1767225900", "\"exp\":1767225900,\"exp\":9767225900")]
    [TestCase("\"iat\":1767225600", "\"iat\":\"now\"")]
    [TestCase("\"iat\":1767225600", "\"nbf\":true")]
    [TestCase("\"sub\":\"4711\"", "\"x\":1")]
    [TestCase("\"sub\":\"4711\"", "\"sub\":4711")]
    [TestCase("\"sub\":\"4711\"", "\"sub\":\"4711\",\"sub\":\"0815\"")]
    [TestCase("\"sub\":\"4711\"", "\"sub\":\"\\udc00\"")]
    [TestCase("\"aud\":\"s7\"", "\"x\":1")]
    [TestCase("\"aud\":\"s7\"", "\"aud\":[]")]
    [TestCase("\"aud\":\"s7\"", "\"aud\":[\"s7\",7]")]
    [TestCase("\"aud\":\"s7\"", "\"aud\":{\"s7\":1}")]
    [TestCase("\"iss\"", "\"Iss\"")]
    [TestCase("[\"operator\"]", "{\"operator\":true}")]
    [TestCase("[\"operator\"]", "[[\"operator\"]]")]
    [TestCase("[\"operator\"]", "[\"operator\"],\"deep\":[[[[[[[[[1]]]]]]]]]")]
    [TestCase("}", "")]
    [TestCase("}", "}}")]
    public async Task Claims_that_are_missing_double_or_of_another_type_are_invalid(string what, string instead)
    {
        var claims = TestIssuer.Claims();
        Assert.That(claims, Does.Contain(what));
        Assert.That(await StatusOf(TestIssuer.Sign(claims.Replace(what, instead))), Is.EqualTo("BadIdentityTokenInvalid"));
    }

    [Test]
    public async Task A_token_of_64_kB_is_invalid_and_a_long_one_is_not()
    {
        Assert.That(
            await StatusOf(TestIssuer.Sign(TestIssuer.Claims($",\"x\":\"{new string('x', 64 * 1024)}\""))),
            Is.EqualTo("BadIdentityTokenInvalid")
        );
        Assert.That(await StatusOf(TestIssuer.Sign(TestIssuer.Claims($",\"x\":\"{new string('x', 4 * 1024)}\""))), Is.EqualTo("Good"));
    }

    [Test]
    public async Task Bits_at_random_let_nobody_in()
    {
        var logins = LoginsOf(static issuer => issuer);
        var right = Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims(), "ES256"));
        var random = new Random(36);
        for (var i = 0; i < 100; i++)
        {
            var bytes = right.ToArray();
            bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
            var status = await StatusOf(logins, bytes);
            // The last letter of a part carries bits that mean nothing.
            if (status == "Good")
                Assert.That(bytes[^1], Is.Not.EqualTo(right[^1]));
        }
    }

    [Test]
    public async Task Each_issuer_takes_its_own_tokens_alone()
    {
        var other = Issuer with { Issuer = "https://other.local", Name = "other" };
        var logins = new Logins(new ServerSettings { Issuers = [Issuer, other] }, _clock, NullLogger.Instance);
        var token = Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims()));
        Assert.That((await logins.TokenIssuers[0].Check(token, null, default))!.Name, Is.EqualTo("anna@login.plant.local"));
        Assert.That(
            await StatusOf(async () => await logins.TokenIssuers[1].Check(token, null, default)),
            Is.EqualTo("BadIdentityTokenRejected")
        );
        Assert.That(logins.TokenIssuers.Select(each => each.Metadata).Distinct(), Has.Exactly(2).Items);
    }

    [Test]
    public void The_metadata_has_the_names_of_the_standard_and_those_that_clients_read()
    {
        using var json = System.Text.Json.JsonDocument.Parse(LoginsOf(static issuer => issuer).TokenIssuers[0].Metadata);
        string? Text(string name) => json.RootElement.GetProperty(name).GetString();
        Assert.That((Text("ua:authorityUrl"), Text("ua:resourceId")), Is.EqualTo((TestIssuer.Url, "s7")));
        Assert.That((Text("ua:authorityUri"), Text("ua:resourceUri")), Is.EqualTo((TestIssuer.Url, "s7")));
        Assert.That(Text("ua:authorityProfileUri"), Is.EqualTo("http://opcfoundation.org/UA/Authorization#OAuth2"));
    }

    [Test]
    public async Task The_audience_is_the_server_where_the_map_names_none()
    {
        var logins = LoginsOf(static issuer => issuer with { Audience = null });
        var token = TestIssuer.Claims().Replace("\"s7\"", $"\"{new ServerSettings().ApplicationUri}\"");
        Assert.That(await StatusOf(logins, Encoding.ASCII.GetBytes(TestIssuer.Sign(token))), Is.EqualTo("Good"));
        Assert.That(
            await StatusOf(logins, Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims()))),
            Is.EqualTo("BadIdentityTokenRejected")
        );
    }

    [Test]
    public async Task Other_roles_of_the_map_hold_for_those_who_are_logged_in_and_a_token_that_ended_is_over()
    {
        var settings = new ServerSettings { Issuers = [Issuer] };
        var logins = new Logins(settings, _clock, NullLogger.Instance);
        var user = (await logins.CheckTokenAsync(Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims())), default))!;
        Assert.That((logins.Recheck(user)!.Roles, logins.IsOver(user)), Is.EqualTo(((string[])["Operator"], false)));

        logins.Adopt(settings with { Issuers = [Issuer with { Roles = [new TokenRole("Engineer", "operator", false)] }] });
        Assert.That(logins.Recheck(user)!.Roles, Is.EqualTo((string[])["Engineer"]));
        Assert.That(logins.Recheck(user)!.Lasts, Is.EqualTo(user.Lasts));
        logins.Adopt(settings with { Issuers = [Issuer with { Roles = [] }] });
        Assert.That(logins.Recheck(user), Is.Null, "no role is left");

        var clock = new ManualClock();
        logins = new Logins(settings, clock, NullLogger.Instance);
        user = (await logins.CheckTokenAsync(Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims())), default))!;
        clock.Advance(TimeSpan.FromSeconds(359));
        Assert.That(logins.IsOver(user), Is.False);
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(logins.IsOver(user), Is.True);
    }

    [Test]
    public async Task Rules_of_the_users_file_give_roles_too_and_are_stored_over_OPC_UA()
    {
        var folder = Directory.CreateTempSubdirectory().FullName;
        try
        {
            var file = System.IO.Path.Combine(folder, "users.yaml");
            var hash = new PasswordHash(PasswordHash.MinRounds, new byte[16], new byte[64]);
            UsersFile.Write(file, new UsersDocument([new UserEntry("root", hash, ["SecurityAdmin"])], null));
            var logins = new Logins(
                new ServerSettings
                {
                    UsersFile = file,
                    Users = [new UserEntry("root", hash, ["SecurityAdmin"])],
                    Issuers = [Issuer with { Roles = [] }],
                },
                _clock,
                NullLogger.Instance
            );
            var token = Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims(",\"groups\":[\"g7\"]")));
            Assert.That(await logins.CheckTokenAsync(token, default), Is.Null, "no role yet");
            logins.Roles.Restrict(
                new RoleConfiguration("Supervisor")
                {
                    Rules =
                    [
                        new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.GroupId, Criteria = "g7" },
                        new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.Role, Criteria = "nobody's" },
                    ],
                }
            );
            Assert.That((await logins.CheckTokenAsync(token, default))!.Roles, Is.EqualTo((string[])["Supervisor"]));
            Assert.That(await File.ReadAllTextAsync(file), Does.Contain("tokenGroups").And.Contain("g7"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Test]
    public void The_rules_of_the_map_stand_in_the_Identities_of_their_roles()
    {
        var logins = LoginsOf(static issuer => issuer);
        Assert.That(
            logins.IdentitiesOf("Operator").Select(rule => (rule.CriteriaType, rule.Criteria)),
            Is.EqualTo(((IdentityCriteriaType, string?)[])[(IdentityCriteriaType.Role, "operator")])
        );
        Assert.That(logins.IdentitiesOf("Engineer").Single().CriteriaType, Is.EqualTo(IdentityCriteriaType.GroupId));
    }

    private TokenIssuer Issuer =>
        new(TestIssuer.Url)
        {
            Audience = "s7",
            KeysFile = _keys,
            Roles =
            [
                new TokenRole("Operator", "operator", false),
                new TokenRole("Observer", "g1", true),
                new TokenRole("Engineer", "g2", true),
            ],
        };

    private Logins LoginsOf(Func<TokenIssuer, TokenIssuer> change) =>
        new(new ServerSettings { Issuers = [change(Issuer)] }, _clock, NullLogger.Instance);

    private async Task<UaUser?> LogInAsync(string token, Func<TokenIssuer, TokenIssuer>? change = null) =>
        await LoginsOf(change ?? (static issuer => issuer)).CheckTokenAsync(Encoding.ASCII.GetBytes(token), default);

    private Task<string> StatusOf(string token) => StatusOf(LoginsOf(static issuer => issuer), Encoding.UTF8.GetBytes(token));

    /// <summary>As the OPC UA server asks, and as web pages do: both refuse alike.</summary>
    private static async Task<string> StatusOf(Logins logins, byte[] token)
    {
        var (onServer, onPage) = (
            await StatusOf(async () => await logins.TokenIssuers[0].Check(token, null, default)),
            await StatusOf(async () => await logins.CheckTokenAsync(token, default))
        );
        Assert.That(onPage, Is.EqualTo(onServer));
        return onServer;
    }

    private static async Task<string> StatusOf(Func<Task<UaUser?>> ask)
    {
        try
        {
            return await ask() is null ? "no role" : "Good";
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }

    private static string Changed(string token)
    {
        var parts = token.Split('.');
        return $"{parts[0]}.{TestIssuer.Of(Encoding.UTF8.GetBytes(TestIssuer.Claims().Replace("anna", "root")))}.{parts[2]}";
    }
}
