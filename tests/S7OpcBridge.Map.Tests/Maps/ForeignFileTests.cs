using System.Text;
using S7OpcBridge.Testing;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Files that are no maps, by mistake or on purpose: they are refused in words, soon, and without showing what is in them.</summary>
public sealed class ForeignFileTests
{
    private const string Secret = "S3cretP4ssw0rd";

    [TestCase($"root:{Secret}:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n")]
    [TestCase($"root:x:0:0:{Secret}:/bin/bash\ndaemon:*:1:1:{Secret}\n")]
    [TestCase($"{Secret}\n")]
    [TestCase($"- {Secret}\n- more\n")]
    [TestCase($"user=mes\npassword={Secret}\n")]
    [TestCase($"login: mes\npassphrase: {Secret}\n")]
    [TestCase($"server: a long text in front of the secret and behind it {Secret}\n")]
    [TestCase($"-----BEGIN PRIVATE KEY-----\n{Secret}\n-----END PRIVATE KEY-----\n")]
    public void A_file_that_is_no_map_is_not_shown(string text)
    {
        var (map, findings) = MapText.Load(text);
        Assert.That((map, findings.Length), Is.EqualTo(((BridgeMap?)null, findings.Length)));
        Assert.That(string.Join('\n', findings), Does.Contain("error:").And.Not.Contain(Secret));
    }

    [Test]
    public void A_file_that_is_no_users_file_is_not_shown()
    {
        using var map = new MapText()
            .With("map.yaml", "server: { users: secret.txt }\nplcs: [ { name: A, host: h } ]\n")
            .With("secret.txt", Secret + "\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(map.PathOf("secret.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Assert.That(map.Load().Findings, Has.Some.Contains("the file has no users in it, but a text").And.None.Contains(Secret));
    }

    [Test]
    public void One_file_in_two_code_pages_is_an_error_and_in_one_it_is_read_twice()
    {
        const string Two =
            "plcs: [ { name: A, host: h, tags: [ { from: a.csv, encoding: windows-1251 } ] }, "
            + "{ name: B, host: i, tags: [ { from: a.csv, encoding: gbk } ] } ]\n";
        using var map = new MapText()
            .With("map.yaml", $"server: {{ anonymous: read, security: [None] }}\n{Two}")
            .With("a.csv", "name;address;type\nP;MW0;Int\n");
        Assert.That(
            map.Load().Findings,
            Has.One.Contains("is read as gb").And.One.Contains("here and as windows-1251 elsewhere in this map; name one 'encoding'")
        );
        map.With("map.yaml", $"server: {{ anonymous: read, security: [None] }}\n{Two.Replace("gbk", "cp1251")}");
        Assert.That(map.Load().Findings, Is.Empty);
    }

    [TestCase('[')]
    [TestCase('{')]
    [TestCase('-')]
    public void A_hundred_thousand_levels_are_an_error_and_not_a_minute_of_work(char sign)
    {
        var text = sign == '-' ? string.Concat(Enumerable.Repeat("- ", 100_000)) : new string(sign, 100_000);
        Assert.That(
            MapText.Load(text).Findings,
            Has.Some.Contains("levels of brackets, braces or indentation inside each other; is this a tag map?")
        );
    }

    [Test]
    public void Groups_as_deep_as_they_may_be_are_read()
    {
        var text = new StringBuilder();
        for (var i = 0; i < 31; i++)
            text.Append(' ', 6 + (i * 4)).Append("- group: G\n").Append(' ', 8 + (i * 4)).Append("tags:\n");
        text.Append(' ', 6 + (31 * 4)).Append("- { name: A, address: MW0, type: Int }\n");
        Assert.That(
            MapText.Load("server: { anonymous: read, security: [None] }\nplcs:\n  - name: L\n    host: h\n    tags:\n" + text).Findings,
            Is.Empty
        );
    }

    [Test]
    public void A_thousand_findings_are_listed_and_the_others_counted()
    {
        var tags =
            string.Join(
                '\n',
                Enumerable.Range(0, 3000).Select(i => $"- {{ name: A{i}, address: DB1.DBD0, type: {(i % 2 == 0 ? "Real" : "DInt")} }}")
            ) + "\n- { name: B, address: XY0, type: Int }";
        var findings = MapText.FindingsOfTags(tags);
        Assert.That(
            (findings.Length, findings[^1]),
            Is.EqualTo((1002, "map.yaml:1:1: warning: 0 more errors and 500 more warnings are not listed; correct the ones above first"))
        );
        Assert.That(findings, Has.Exactly(1).Contains(" error: "));
    }

    [Test]
    public void Mistakes_in_every_line_are_listed_up_to_the_limit_and_leave_no_trace_beyond_it()
    {
        var findings = MapText.FindingsOfTags(
            string.Join('\n', Enumerable.Range(0, 3000).Select(i => $"- {{ name: A{i}, address: DB1.DBD0, type: Real, deadband: 0,5 }}"))
        );
        Assert.That(
            (findings.Length, findings[^1]),
            Is.EqualTo((1001, "map.yaml:1:1: error: 2,000 more errors and 0 more warnings are not listed; correct the ones above first"))
        );
        Assert.That(findings[..1000], Has.All.Contain("write 0.5"));
    }

    [Test]
    public void A_map_that_is_longer_than_any_map_is_refused_unread()
    {
        using var map = new MapText().With("map.yaml", "");
        using (var file = File.OpenWrite(map.PathOf("map.yaml")))
            file.SetLength(3L * 1024 * 1024 * 1024);
        Assert.That(
            map.Load().Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:1:1: error: 'map.yaml' has more than 100 MB; name a text file; a map may have 100 MB with all of its files",
                }
            )
        );
    }

    [TestCase(
        "map.yaml",
        "map.yaml:1:1: error: 'map.yaml' is a named pipe, not a regular file; name a text file; a map may have 100 MB with all of its files"
    )]
    [TestCase(
        "more.csv",
        "map.yaml:9:9: error: 'more.csv' is a named pipe, not a regular file; name a text file; a map may have 100 MB with all of its files"
    )]
    [TestCase(
        "line1.password",
        "map.yaml:5:19: error: the password file 'line1.password' is a named pipe, not a regular file; name a file with the password as its only line"
    )]
    [TestCase(
        "users.yaml",
        "map.yaml:2:10: error: 'users.yaml' is a named pipe, not a regular file; name a text file; a map may have 100 MB with all of its files"
    )]
    [Platform("Linux")]
    public void A_pipe_in_place_of_a_file_is_a_finding_and_nobody_waits_for_it(string pipe, string expected)
    {
        var text = pipe switch
        {
            "users.yaml" => "server:\n  users: users.yaml\nplcs: [ { name: A, host: h } ]\n",
            "line1.password" =>
                "server: { anonymous: read, security: [None] }\nplcs:\n  - name: A\n    host: h\n    passwordFile: line1.password\n    profile: s7-300\n",
            _ => MapText.WithTags("- more.csv"),
        };
        using var map = new MapText().With("map.yaml", text);
        File.Delete(map.PathOf(pipe));
        NamedPipe.Make(map.PathOf(pipe));
        Assert.That(map.Load().Findings.Select(f => f.Replace(Path.GetDirectoryName(map.PathOf("x"))! + "/", "")), Does.Contain(expected));
    }

    [Test]
    [Platform("Linux")]
    public void A_device_that_never_ends_is_a_finding() =>
        Assert.That(MapText.FindingsOfTags("- { from: /dev/zero.csv }\n- { from: ../../dev/zero.yaml }"), Has.Length.EqualTo(2));

    [Test]
    [Platform("Linux")]
    public void A_link_to_a_device_in_place_of_a_table_is_a_finding()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- more.csv"));
        File.CreateSymbolicLink(map.PathOf("more.csv"), "/dev/zero");
        Assert.That(map.Load().Findings.Single(), Does.Contain("more.csv' is a device, not a regular file"));
    }
}
