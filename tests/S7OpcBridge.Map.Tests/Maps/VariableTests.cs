using System.Runtime.Versioning;
using S7OpcBridge.Map;
using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Tests;

/// <summary><c>${NAME}</c> in a map, and secrets in files of their own.</summary>
public sealed class VariableTests
{
    private static readonly Dictionary<string, string> Variables = new()
    {
        ["PLC_IP"] = "10.1.2.3",
        ["PORT"] = "1102",
        ["EMPTY"] = "",
        ["LIST"] = "[1, 2]",
    };

    [Test]
    public void A_variable_or_its_default_stands_wherever_a_value_does()
    {
        var (map, findings) = Load(
            """
            plcs:
              - name: "Line-${NR:-7}"
                host: ${PLC_IP}
                port: ${PORT}
                tags:
                  - { name: A, address: "MW${EMPTY:-4}", type: Int, description: "$${PLC_IP} costs $5 at ${PLC_IP}:${PORT}" }
                  - { name: "${LIST}", address: MW6, type: Int }
            """
        );
        Assert.That(findings, Is.Empty);
        var plc = map!.Tags.Plcs[0];
        Assert.That((plc.Name, plc.Connection.Host, plc.Connection.Port), Is.EqualTo(("Line-7", "10.1.2.3", 1102)));
        Assert.That(
            (map.Tags.Tags[0].AddressText, map.Tags.Tags[0].Details!.Description),
            Is.EqualTo(("MW4", "${PLC_IP} costs $5 at 10.1.2.3:1102"))
        );
        Assert.That(map.Tags.Tags[1].Name, Is.EqualTo("[1, 2]"), "a variable is text, it brings no list");
    }

    [TestCase(
        "host: '${NOT_SET}'",
        "map.yaml:3:52: error: the environment variable NOT_SET is not set; set it before the program starts, or write a "
            + "default: ${NOT_SET:-…}"
    )]
    [TestCase(
        "host: '${EMPTY}'",
        "map.yaml:3:52: error: the environment variable EMPTY is not set; set it before the program starts, or write a default: "
            + "${EMPTY:-…}"
    )]
    [TestCase(
        "host: 'a${PLC_IP'",
        "map.yaml:3:52: error: a '${' has no '}' after it; write ${NAME} or ${NAME:-default}, or $${ where the text itself is " + "meant"
    )]
    [TestCase(
        "host: '${PLC-IP}'",
        "map.yaml:3:52: error: 'PLC-IP' in ${…} is no name of an environment variable; use letters, digits and underscores, or "
            + "$${ where the text itself is meant"
    )]
    [TestCase(
        "host: '${}'",
        "map.yaml:3:52: error: '' in ${…} is no name of an environment variable; use letters, digits and underscores, or $${ where "
            + "the text itself is meant"
    )]
    [TestCase("host: h, port: '${PLC_IP}'", "map.yaml:3:61: error: 'port' is the text '10.1.2.3'; write a whole number from 1 to 65535")]
    public void What_is_missing_or_wrong_is_one_finding_at_its_place(string keys, string expected) =>
        Assert.That(
            Load($"plcs:\n  - {{ name: L, profile: s7-1500, tags: [],   {keys} }}\n").Findings.Where(line => !line.Contains("warning")),
            Is.EqualTo(new[] { expected })
        );

    [Test]
    public void Variables_stand_in_templates_and_included_files_too_but_not_in_keys()
    {
        var findings = new FindingList { Variables = new MapVariables(Variables.GetValueOrDefault) };
        using var files = new MapText()
            .With(
                "map.yaml",
                "server: { anonymous: read, security: [None] }\ninclude: ${DIR:-plcs}\ntemplates: { t: { tags: [ { name: A, offset: 0.0, "
                    + "type: Int, description: \"at ${PORT}\" } ] } }\n"
            )
            .With(
                "plcs/a.yaml",
                "plcs: [ { name: L, host: \"${PLC_IP}\", profile: s7-1500, tags: [ { use: t, name: M, db: 1 }, { group: G, tags: { "
                    + "\"${K}\": MW0 Int } } ] } ]\n"
            );
        var (map, lines) = files.Load(findings);
        Assert.That(lines, Is.Empty);
        Assert.That(
            map!.Tags.Tags.Select(tag => (tag.Name, tag.Details?.Description)),
            Is.EqualTo(new[] { ("M/A", "at 1102"), ("G/${K}", null) })
        );
        Assert.That(findings.FromEnvironment.Keys, Is.EquivalentTo(new[] { "PORT", "PLC_IP" }));
    }

    [Test]
    public void More_text_than_a_map_may_have_does_not_come_in_by_variables()
    {
        var findings = new FindingList { Variables = new MapVariables(_ => new string('x', 60_000_000)) };
        using var files = new MapText().With("map.yaml", "server: { name: \"${A}\" }\nplcs: [ { name: L, host: \"${A}\" } ]\n");
        Assert.That(
            files.Load(findings).Findings,
            Has.Some.EqualTo(
                "map.yaml:2:26: error: the variables of this map have more than 100 MB together; put " + "large texts into files"
            )
        );
    }

    [Test, Platform(Exclude = "Win"), UnsupportedOSPlatform("windows")]
    public void A_user_s_hash_may_stand_in_a_file_that_only_its_owner_reads()
    {
        var hash = PasswordHash.Compute("a-long-password").ToString();
        using var map = new MapText()
            .With("mes.hash", hash + "\n")
            .With(
                "map.yaml",
                "server: { users: [ { name: mes, password: { file: mes.hash }, roles: [Observer] } ] }\nplcs: [ { name: L, host: h, profile: s7-1500, tags: { "
                    + "A: MW0 Int } } ]\n"
            );
        File.SetUnixFileMode(map.PathOf("mes.hash"), UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead);
        Assert.That(
            map.Load().Findings,
            Has.Some.Contains("others may read the password file 'mes.hash'; prevent this with 'chmod 600 mes.hash'")
        );
        File.SetUnixFileMode(map.PathOf("mes.hash"), UnixFileMode.UserRead);
        File.SetUnixFileMode(map.PathOf("map.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(loaded!.Server.Users[0].Password!.ToString(), Is.EqualTo(hash));
        map.With("map.yaml", File.ReadAllText(map.PathOf("map.yaml")).Replace("mes.hash", "gone.hash"));
        Assert.That(map.Load().Findings, Has.Some.Contains("there is no password file 'gone.hash'; create it"));
    }

    private static (BridgeMap? Map, string[] Findings) Load(string plcs)
    {
        using var map = new MapText().With("map.yaml", "server: { anonymous: read, security: [None] }\n" + plcs);
        return map.Load(new FindingList { Variables = new MapVariables(Variables.GetValueOrDefault) });
    }
}
