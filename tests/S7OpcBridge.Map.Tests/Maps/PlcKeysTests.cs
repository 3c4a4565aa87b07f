using S7OpcBridge.S7;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>The keys of PLCs, alone and against each other.</summary>
public sealed class PlcKeysTests
{
    [Test]
    public void A_route_is_an_error_that_says_what_to_do() =>
        Assert.That(
            MapText
                .Load(
                    "server: { security: [None], anonymous: read }\nplcs:\n  - name: L\n    host: h\n    route: { subnet: 1 }\n    tags: []\n"
                )
                .Findings,
            Has.One.StartsWith("map.yaml:5:5: error: 'route' is not supported: S7 routing")
                .And.One.Contains("make the subnet reachable by IP")
        );

    [Test]
    public void A_PLC_takes_what_the_map_says_and_the_rest_from_its_profile()
    {
        var (map, findings) = MapText.Load(
            """
            server: { security: [None], anonymous: read }
            plcs:
              - name: A
                host: 10.0.0.1
                profile: S7-300
                tags: []
              - { name: B, host: b, port: 1102, bind: 10.0.0.9, profile: s7-400, rack: 1, slot: 4, connection: op, pduSize: 240, maxItems: 5, maxJobs: 1,
                  load: { requestsPerSecond: 7, busy: 25% }, timeout: 1.5s, reconnect: { first: 2s, max: 1min }, stale: 5min, timezone: Europe/Berlin, encoding: latin-1,
                  enabled: false, writes: true, allowOutputs: true, stopIsUncertain: false, heartbeat: { address: DB1.DBW0, every: 500ms }, tags: [] }
              - { name: C, host: c, localTsap: 10.00, remoteTsap: "0x1001", tags: [] }
            """
        );
        Assert.That(findings, Is.Empty);
        var plcs = map!.Tags.Plcs;
        Assert.That(
            (plcs[0].Connection.RemoteTsap, plcs[0].Connection.Timeout, plcs[0].Load.RequestsPerSecond),
            Is.EqualTo((0x0302, TimeSpan.FromSeconds(5), 30.0))
        );
        Assert.That(plcs[0].CpuStateEvery, Is.GreaterThan(TimeSpan.Zero));
        Assert.That(
            (
                plcs[1].Connection.Port,
                $"{plcs[1].Connection.Bind}",
                plcs[1].Connection.RemoteTsap,
                plcs[1].Connection.PduSize,
                plcs[1].MaxItems,
                plcs[1].Connection.MaxJobs
            ),
            Is.EqualTo((1102, "10.0.0.9", 0x0224, 240, 5, 1))
        );
        Assert.That(plcs[1].Load, Is.EqualTo(new S7Load(7, 0.25)));
        Assert.That(
            (plcs[1].Connection.Timeout, plcs[1].ReconnectFirst, plcs[1].ReconnectMax, plcs[1].Stale),
            Is.EqualTo((TimeSpan.FromSeconds(1.5), TimeSpan.FromSeconds(2), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(5)))
        );
        Assert.That(
            (plcs[1].TimeZone.Id, plcs[1].Encoding, plcs[1].Enabled, plcs[1].StopIsUncertain),
            Is.EqualTo(("Europe/Berlin", "latin-1", false, false))
        );
        Assert.That($"{plcs[1].Heartbeat!.Address} {plcs[1].Heartbeat!.Every.TotalMilliseconds}", Is.EqualTo("DB1.DBW0 500"));
        Assert.That(
            (plcs[2].Connection.LocalTsap, plcs[2].Connection.RemoteTsap, plcs[2].CpuStateEvery),
            Is.EqualTo((0x1000, 0x1001, TimeSpan.Zero))
        );
    }

    [TestCase(
        "{ name: A, tags: [] }",
        "map.yaml:3:5: error: the PLC 'A' has no address; add 'host: 192.168.0.1' with the right one, or 'simulate: true'"
    )]
    [TestCase("{ host: h, tags: [] }", "map.yaml:3:5: error: the PLC has no name; add 'name'")]
    [TestCase(
        "{ name: A/B, host: h, tags: [] }",
        "map.yaml:3:13: error: the PLC name 'A/B' contains a slash, which separates levels; use another character"
    )]
    [TestCase(
        "{ name: A, host: h, profile: s7-1501 }",
        "map.yaml:3:34: error: unknown value 's7-1501' for 'profile'; did you mean 's7-1500'?"
    )]
    [TestCase(
        "{ name: A, host: h, timeout: 10 }",
        "map.yaml:3:34: error: 'timeout' is the text '10'; write a duration from 50ms to 5min, such as 100ms, 1s or 5min"
    )]
    [TestCase(
        "{ name: A, host: h, scan: { fast: 1ms } }",
        "map.yaml:3:39: error: 'fast' is the text '1ms'; write a duration from 10ms to 24h, such as 100ms, 1s or 5min"
    )]
    [TestCase(
        "{ name: A, host: h, reconnect: { first: 1min } }",
        "map.yaml:3:36: error: the first pause, 1min, is longer than the longest, 10s; swap them"
    )]
    [TestCase(
        "{ name: A, host: h, slot: 2, remoteTsap: 03.01 }",
        "map.yaml:3:31: error: remoteTsap replaces rack, slot and connection; remove either remoteTsap or the others"
    )]
    [TestCase(
        "{ name: A, host: h, localTsap: 5 }",
        "map.yaml:3:36: error: 'localTsap' is the text '5'; write a TSAP as two hexadecimal bytes, such as 03.01 or 0x0301"
    )]
    [TestCase("{ name: A, host: h, encoding: klingon }", "map.yaml:3:35: error: ")]
    [TestCase(
        "{ name: A, host: h, timezone: Europe/Berln }",
        "map.yaml:3:35: error: this machine has no time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"
    )]
    [TestCase(
        "{ name: A, host: h, heartbeat: { address: DB1.DBD0 } }",
        "map.yaml:3:47: error: DB1.DBD0 is not a writable word; use one such as DB1.DBW0 or MW10"
    )]
    [TestCase(
        "{ name: A, host: h, profile: s7-300, passwordFile: x }",
        "map.yaml:3:56: error: there is no password file 'x'; create it, readable by its owner only, with the password as its only line"
    )]
    [TestCase(
        "{ name: A, host: h, profile: s7-1200, passwordFile: x }",
        "map.yaml:3:57: error: a PLC of profile s7-1200 has no session password (only S7-300, 400 and WinAC have one); remove 'passwordFile', or check "
            + "'profile'"
    )]
    [TestCase(
        "{ name: A, host: h, second: H }",
        "map.yaml:3:33: error: 'second' and 'host' are both h; write the address of the other CPU, or remove 'second'"
    )]
    [TestCase("{ name: A, simulate: true, second: h }", "map.yaml:3:40: error: 'second' needs 'host'; rename it to 'host'")]
    [TestCase(
        "{ name: A, host: h, tags: 5 }",
        "map.yaml:3:31: error: 'tags' is the text '5'; write a list of tags, or names with the short form 'Level: 0.0 Real, percent, 0..100'"
    )]
    [TestCase("5", "map.yaml:3:5: error: 'plcs' is the text '5'; write a mapping with the keys of a PLC")]
    public void A_wrong_PLC_key_is_a_finding(string plc, string expected) =>
        Assert.That(
            MapText.Load($"server: {{ security: [None], anonymous: read }}\nplcs:\n  - {plc}").Findings,
            Has.Some.StartsWith(expected)
        );

    private const string Redundant = """
        server: { security: [None], anonymous: read }
        plcs:
          - { name: A, host: 10.0.0.1, second: 10.0.0.2, profile: s7-400, passwordFile: a.password, tags: [] }
        """;

    [TestCase("secret", "secret")]
    [TestCase("secret88\n", "secret88")]
    public void The_second_address_and_the_session_password_reach_the_connection(string content, string password)
    {
        using var files = new MapText().With("map.yaml", Redundant).With("a.password", content);
        Owned(files.PathOf("a.password"), UnixFileMode.UserRead);
        var (map, findings) = files.Load();
        Assert.That(findings, Is.Empty);
        Assert.That((map!.Tags.Plcs[0].Connection.Second, map.Tags.Plcs[0].Password), Is.EqualTo(("10.0.0.2", password)));
        Assert.That($"{map.Tags.Plcs[0]}", Does.Not.Contain(password), "what is logged by accident is no password");
    }

    [TestCase("")]
    [TestCase("ninechars")]
    [TestCase("two\nrows")]
    [TestCase("Łódź")]
    public void What_is_no_session_password_is_refused_without_being_shown(string content)
    {
        using var files = new MapText().With("map.yaml", Redundant).With("a.password", content);
        Owned(files.PathOf("a.password"), UnixFileMode.UserRead);
        Assert.That(
            files.Load().Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:3:81: error: the password file 'a.password' does not contain a session password; write 1 to 8 characters as its only line",
                }
            )
        );
    }

    [TestCase(UnixFileMode.GroupRead)]
    [TestCase(UnixFileMode.OtherRead)]
    [Platform(Exclude = "Win")]
    public void A_password_that_others_may_read_is_refused(UnixFileMode others)
    {
        using var files = new MapText().With("map.yaml", Redundant).With("a.password", "secret");
        Owned(files.PathOf("a.password"), UnixFileMode.UserRead | others);
        Assert.That(
            files.Load().Findings,
            Is.EqualTo(
                new[] { "map.yaml:3:81: error: others may read the password file 'a.password'; prevent this with 'chmod 600 a.password'" }
            )
        );
    }

    private static void Owned(string path, UnixFileMode mode)
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, mode);
    }

    [Test]
    public void Two_PLCs_need_two_names() =>
        Assert.That(
            MapText
                .Load("server: { security: [None], anonymous: read }\nplcs:\n  - { name: A, host: h }\n  - { name: A, host: i }")
                .Findings,
            Is.EqualTo(new[] { "map.yaml:4:13: error: the PLC name 'A' is given twice, first at map.yaml:3:13; rename one of them" })
        );

    [Test]
    public void A_map_without_PLCs_says_what_to_add() =>
        Assert.That(
            MapText.Load("server: { security: [None], anonymous: read }").Findings,
            Is.EqualTo(new[] { "map.yaml:1:1: error: the map has no 'plcs'; add them, each with name, host, profile and tags" })
        );
}
