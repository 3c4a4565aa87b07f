using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>Issuers of access tokens in the map.</summary>
public sealed class TokenIssuerKeysTests
{
    private const string Plc = "plcs: [ { name: A, host: 10.0.0.1, tags: [ { name: X, address: DB1.DBW0, type: Int } ] } ]\n";

    [Test]
    public void An_issuer_beside_users_of_the_map_needs_its_URL_and_roles_alone()
    {
        var (map, findings) = Load("tokens: [ { issuer: https://login.plant.local/realms/ot, roles: { Operator: [a, b], Engineer: c } } ]");
        Assert.That(findings, Is.Empty);
        var issuer = map!.Server.Issuers.Single();
        Assert.That((issuer.Name, issuer.Audience, issuer.KeysFile), Is.EqualTo(("login.plant.local", (string?)null, (string?)null)));
        Assert.That(issuer.KeptKeys, Does.Contain("issuers").And.EndWith(".jwks.json"));
        Assert.That(
            issuer.Roles,
            Is.EqualTo((TokenRole[])[new("Operator", "a", false), new("Operator", "b", false), new("Engineer", "c", false)])
        );
        Assert.That(
            WrittenPlace.ListFor(map).Select(static place => (place.What, place.Path)),
            Has.Member(("fetched keys of token issuers", Path.GetDirectoryName(issuer.KeptKeys)))
        );
        Assert.That(map.Server is { HasUsers: true, HasAccounts: false, NeedsCertificate: true }, "tokens are encrypted for a certificate");
    }

    [Test]
    public void All_keys_of_an_issuer_are_read_in_any_order()
    {
        using var text = new MapText()
            .With("ot.jwks", "{}")
            .With("ca.pem", "")
            .With(
                "map.yaml",
                $$"""
                {{Plc}}
                server:
                  tokens:
                    - { name: plant, groups: { Observer: g1 }, user: email, keys: ot.jwks, ca: ca.pem, audience: s7, issuer: "https://a.local" }
                    - { issuer: "http://localhost:8080/realms/ot", keys: "http://localhost:8080/certs", roles: { Operator: x } }
                """
            );
        var (map, findings) = text.Load();
        Assert.That(findings, Is.Empty);
        var (first, second) = (map!.Server.Issuers[0], map.Server.Issuers[1]);
        Assert.That(
            (
                first.Issuer,
                first.Name,
                first.Audience,
                first.UserClaim,
                Path.GetFileName(first.KeysFile),
                Path.GetFileName(first.Authority)
            ),
            Is.EqualTo(("https://a.local", "plant", "s7", "email", "ot.jwks", "ca.pem"))
        );
        Assert.That((first.Roles.Single(), first.KeptKeys), Is.EqualTo((new TokenRole("Observer", "g1", true), (string?)null)));
        Assert.That((second.KeysUrl, second.KeysFile), Is.EqualTo(("http://localhost:8080/certs", (string?)null)));
    }

    [TestCase("{ roles: { Operator: a } }", "has no issuer")]
    [TestCase("{ issuer: plant, roles: { Operator: a } }", "'plant' is no issuer of tokens")]
    [TestCase("{ issuer: \"http://login.plant.local\", roles: { Operator: a } }", "with https://")]
    [TestCase("{ issuer: \"https://me:secret@login.plant.local\", roles: { Operator: a } }", "is no issuer of tokens")]
    [TestCase("{ issuer: \"https://a\", keys: \"http://10.0.0.1/keys\", roles: { Operator: a } }", "fetched over https:// alone")]
    [TestCase("{ issuer: \"https://a\", keys: nothing.jwks, roles: { Operator: a } }", "there is no file")]
    [TestCase("{ issuer: \"https://a\", ca: nothing.pem, roles: { Operator: a } }", "there is no file")]
    [TestCase("{ issuer: \"https://a\", name: \"a@b\", roles: { Operator: a } }", "is no name for an issuer")]
    [TestCase("{ issuer: \"https://a\", roles: { Operater: a } }", "there is no role 'Operater'")]
    [TestCase("{ issuer: \"https://a\", groups: { Anonymous: a } }", "there is no role 'Anonymous'")]
    [TestCase("{ issuer: \"https://a\", roles: Operator }", "write roles with their entries")]
    [TestCase("{ issuer: \"https://a\" }", "nobody can log in with one")]
    [TestCase("{ issuer: \"https://a\", roles: { Operator: a } }, { issuer: \"https://a\", roles: { Operator: a } }", "is given twice")]
    [TestCase(
        "{ issuer: \"https://a/1\", roles: { Operator: a } }, { issuer: \"https://a/2\", roles: { Operator: a } }",
        "give one a 'name'"
    )]
    [TestCase("{ isuer: \"https://a\", roles: { Operator: a } }", "isuer")]
    public void What_is_wrong_with_an_issuer_is_said(string entries, string sentence)
    {
        var (_, findings) = Load($"tokens: [ {entries} ]");
        Assert.That(findings, Has.Some.Contains(sentence));
    }

    [Test]
    public void Other_roles_of_an_issuer_hold_at_once_and_another_issuer_waits_for_a_restart()
    {
        var one = new TokenIssuer("https://a") { Roles = [new TokenRole("Operator", "a", false)] };
        var running = new ServerSettings { Issuers = [one] };
        var change = SettingsChange.Between(running, running with { Issuers = [one with { Roles = [] }] });
        Assert.That((change.NeedRestart.Count, change.Effective.Issuers[0].Roles.Count), Is.EqualTo((0, 0)));

        change = SettingsChange.Between(running, running with { Issuers = [one, new TokenIssuer("https://b")] });
        Assert.That(change.NeedRestart, Is.EqualTo((string[])["server: tokens"]));
        Assert.That(change.Effective.Issuers, Has.Count.EqualTo(1));
        Assert.That(change.Permits.Single(), Does.Contain("https://b"));
    }

    private static (BridgeMap? Map, string[] Findings) Load(string server)
    {
        using var text = new MapText().With("map.yaml", $"{Plc}server: {{ {server} }}\n");
        return text.Load();
    }
}
