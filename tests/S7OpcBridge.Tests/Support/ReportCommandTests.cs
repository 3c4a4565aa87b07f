using System.IO.Compression;
using System.Text;
using S7OpcBridge.Map;
using S7OpcBridge.Simulator;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Tests;

/// <summary><c>report</c>: one zip for support.</summary>
[CancelAfter(60_000)]
public sealed class ReportCommandTests
{
    [Test, Platform(Exclude = "Win"), NonParallelizable]
    [System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
    public async Task The_zip_has_the_map_findings_and_plan_and_no_secret()
    {
        var hash = PasswordHash.Compute("users-password").ToString();
        Environment.SetEnvironmentVariable("S7_REPORT_TEST", "environment-secret");
        using var map = new MapText()
            .With("users.yaml", $"- {{ name: mes, password: \"{hash}\", roles: [Observer] }}\n")
            .With("s7.password", "pw-in-fi\n")
            .With("plus.password", "plus-secret\n")
            .With("certs/own/private/key.pem", "-----BEGIN PRIVATE KEY-----\nkeykeykey\n-----END PRIVATE KEY-----\n")
            .With("line1.csv", "name;address;type;description\nB;MW2;Int;plus-secret of ${S7_REPORT_TEST}\n")
            .With(
                "plcs/line1.yaml",
                """
                plcs:
                  - name: Line1
                    host: 10.0.0.1
                    profile: s7-300
                    passwordFile: ../s7.password
                    tags: [ { name: A, address: MW0, type: Int, description: "${S7_REPORT_TEST} DTL" }, ../line1.csv, { name: At, address: DB1.DBB0,
                        type: DT } ]
                  - { name: Pack, host: 10.0.0.2, profile: s7-1500, protocol: s7plus, password: { file: ../plus.password }, tags: [ { name: S,
                      symbol: '"D".X' } ] }
                """
            )
            .With("map.yaml", "server: { users: users.yaml }\ninclude: plcs\n");
        foreach (var file in (string[])["users.yaml", "s7.password", "plus.password"])
            File.SetUnixFileMode(map.PathOf(file), UnixFileMode.UserRead | UnixFileMode.UserWrite);

        var zip = map.PathOf("report.zip");
        var shell = await Shell.RunAsync("report", map.PathOf("map.yaml"), "-o", zip);

        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        Assert.That(File.GetUnixFileMode(zip), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        var files = Read(zip);
        Assert.That(
            files.Keys.Select(name => name.Contains('-') ? name[8..] : name),
            Is.EqualTo(new[] { "README.txt", "versions.txt", "findings.txt", "plan.txt", "map.yaml", "line1.yaml", "line1.csv" })
        );
        Assert.That(files["README.txt"], Does.Contain("- plan.txt").And.Contain("No bridge runs with this map"));
        Assert.That(files["versions.txt"], Does.StartWith($"s7opcbridge {ProgramVersion.Text}\n"));
        Assert.That(files["findings.txt"], Does.Contain(": warning: points in time"));
        Assert.That(files["plan.txt"], Does.Contain("Line1: s7-300"));
        var all = string.Concat(files.Select(file => file.Key + file.Value));
        Assert.That(all, Does.Contain("passwordFile: ../s7.password").And.Contain("host: 10.0.0.1").And.Contain("${S7_REPORT_TEST} DTL"));
        foreach (
            var secret in (string[])
                ["users-password", hash, hash[20..60], "pw-in-fi", "plus-secret", "environment-secret", "keykeykey", "PRIVATE KEY"]
        )
            Assert.That(all, Does.Not.Contain(secret));

        Assert.That(
            (await Shell.RunAsync("report", map.PathOf("map.yaml"), "-o", zip)).Error,
            Does.Contain("the report was not written").And.Contain("exists"),
            "never over another file"
        );
    }

    [Test]
    public async Task A_running_bridge_adds_its_status_metrics_and_log(CancellationToken cancellationToken)
    {
        await using var plc = FaultyPlc.Of(CpuBehaviors.S7_1500, "profile: s7-1500", "{ name: A, address: DB1.DBW0, type: Int }");
        await using var bridge = await BridgeHere.StartAsync(plc.MapPath, cancellationToken);
        var zip = plc.MapPath + ".zip";
        Assert.That((await Shell.RunAsync("report", plc.MapPath, "-o", zip)).ExitCode, Is.Zero);
        var files = Read(zip);
        Assert.That(
            files["log.txt"],
            Does.Match(@"(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z Information S7OpcBridge\[100\] Serving 1 tags of 1 PLCs")
        );
        Assert.That(files["status.json"], Does.Contain("\"Line1\""));
        Assert.That(files["metrics.txt"], Does.Contain("# TYPE "));
    }

    [Test]
    public async Task A_map_with_errors_has_a_report_too_and_a_log_file_is_added()
    {
        using var map = new MapText()
            .With(
                "map.yaml",
                "server: { users: u.yaml }\nplcs: [ { name: L, password: plain-text, tags: [ { name: A, address: " + "XX0 } ] } ]\n"
            )
            .With("old.log", "it stopped\n");
        Assert.That(
            (await Shell.RunAsync("report", map.PathOf("map.yaml"), "-o", map.PathOf("r.zip"), "--log", map.PathOf("old.log"))).ExitCode,
            Is.Zero
        );
        var files = Read(map.PathOf("r.zip"));
        Assert.That(files["findings.txt"], Does.Contain("'XX' is not a memory area"));
        Assert.That(files["log-file.txt"], Is.EqualTo("it stopped\n"));
        Assert.That(files.Keys, Has.None.EqualTo("plan.txt"));
        Assert.That(string.Concat(files.Values), Does.Not.Contain("plain-text"));
    }

    [Test]
    public async Task Without_a_map_there_is_no_report()
    {
        var shell = await Shell.RunAsync("report", "no/such.yaml");
        Assert.That(
            (shell.ExitCode, shell.Error),
            Is.EqualTo((1, $"s7opcbridge: there is no map 'no/such.yaml'; name the one that the bridge " + $"runs.{Environment.NewLine}"))
        );
    }

    private static Dictionary<string, string> Read(string path)
    {
        using var zip = ZipFile.OpenRead(path);
        return zip.Entries.ToDictionary(
            entry => entry.FullName,
            entry =>
            {
                using var reader = new StreamReader(entry.Open(), Encoding.UTF8);
                return reader.ReadToEnd();
            }
        );
    }
}
