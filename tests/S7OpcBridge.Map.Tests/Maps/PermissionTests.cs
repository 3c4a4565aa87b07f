using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Who may do what with parts of a PLC, as the map says.</summary>
public sealed class PermissionTests
{
    [Test]
    public void Rules_are_read_in_their_order()
    {
        var (map, findings) = Load(
            """
            /: { Operator: [browse, read] }
            Recipe: { operator: none, Engineer: [browse, read, write, call], Anonymous: browse }
            "Pump*/Setpoint": { Operator: [browse, read, write] }
            _Status: { Observer: none }
            """
        );
        Assert.That(findings, Is.Empty);
        var rules = map!.Tags.Plcs[0].Rights.Rules;
        Assert.That(
            rules.Select(rule => $"{rule.Path}: {string.Join("; ", rule.Roles.Select(role => $"{role.Role} {role.Rights}"))}"),
            Is.EqualTo(
                (string[])
                    [
                        "/: Operator Browse, Read",
                        "Recipe: Operator None; Engineer Browse, Read, Write, Call; Anonymous Browse",
                        "Pump*/Setpoint: Operator Browse, Read, Write",
                        "_Status: Observer None",
                    ]
            )
        );
    }

    [TestCase("Recipe: { Operater: read }", "unknown role 'Operater'; did you mean 'Operator'?")]
    [TestCase("Recipe: { Operator: reed }", "unknown value 'reed' for 'Operator'; did you mean 'read'?")]
    [TestCase("Recipe: { Operator: [none] }", "unknown value 'none' for 'Operator'; known are browse, read, write, call")]
    [TestCase("Recipie: { Operator: read }", "the permissions of 'Recipie' match no folder or tag of 'Line1'; did you mean 'Recipe'?")]
    [TestCase(
        "Pump1/Setpoint/x: { Operator: read }",
        "the permissions of 'Pump1/Setpoint/x' match no folder or tag of 'Line1'; write the path below the PLC, as a client sees it, with * for any part of a "
            + "level"
    )]
    [TestCase(
        "a//b: { Operator: read }",
        "'a//b' has an empty level; write / for the whole PLC, or a path such as Motor, Motor/Speed or Pump*/Setpoint"
    )]
    [TestCase("Recipe: { Operator: read, operator: none }", "the role 'Operator' is given twice; remove one of them")]
    [TestCase("Recipe: read", "'Recipe' is the text 'read'; write roles and what each may do, such as { Operator: [browse, read] }")]
    public void What_cannot_be_meant_is_an_error(string rule, string error) =>
        Assert.That(Load(rule).Findings.Select(f => f[(f.IndexOf(": error: ", StringComparison.Ordinal) + 9)..]), Does.Contain(error));

    [Test]
    public void A_rule_that_later_ones_overrule_everywhere_is_warned_of()
    {
        var findings = Load(
            """
            Pump1/Setpoint: { Operator: none }
            "Pump*/*": { Operator: [browse, read, write] }
            """
        ).Findings;
        Assert.That(findings.Single(), Does.Contain("warning: the permissions of 'Pump1/Setpoint' have no effect"));
    }

    [Test]
    public void A_rule_twice_is_an_error() =>
        Assert.That(Load("Recipe: { Operator: none }\nRecipe: { Engineer: none }").Findings.First(), Does.Contain("given twice"));

    [TestCase("Shift", "")]
    [TestCase("Nights", "warning: nobody has the role 'Nights', because it is no longer in the users file")]
    [TestCase("a/b", "error: unknown role 'a/b'")]
    public void A_role_of_the_users_file_may_be_named(string role, string finding)
    {
        using var folder = new MapText();
        folder.With("users.yaml", "roles: [{ name: Shift, like: Observer }]\nusers: []\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder.PathOf("users.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.With(
            "map.yaml",
            $$"""
            server: { users: users.yaml, anonymous: read, security: [None] }
            plcs:
              - name: Line1
                host: 192.168.0.10
                profile: s7-1500
                permissions: { Speed: { {{role}}: [browse, read] } }
                tags: { Speed: DB1.DBD20 Real }
            """
        );
        var (map, findings) = folder.Load();
        Assert.That(string.Join('\n', findings), finding.Length == 0 ? Is.Empty : Does.Contain(finding));
        if (finding.Length == 0)
            Assert.That(map!.Tags.Plcs[0].Rights.Rules.Single().Roles.Single().Role, Is.EqualTo("Shift"));
    }

    private static (BridgeMap? Map, string[] Findings) Load(string rules) =>
        MapText.Load(
            $"""
            server: {"{"} anonymous: read, security: [None] {"}"}
            plcs:
              - name: Line1
                host: 192.168.0.10
                profile: s7-1500
                permissions:
                  {rules.ReplaceLineEndings("\n").Replace("\n", "\n      ")}
                tags:
                  Recipe/Name: DB1.DBB0 String(10)
                  Pump1/Setpoint: DB1.DBD20 Real
                  Pump2/Setpoint: DB1.DBD24 Real
            """
        );
}
