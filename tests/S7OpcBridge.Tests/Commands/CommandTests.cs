using System.Text.Json;
using System.Text.Json.Nodes;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Tests;

/// <summary>Commands as a shell sees them: exit codes, results on standard output, findings on standard error.</summary>
[CancelAfter(30_000)]
public sealed class CommandTests
{
    [Test]
    public async Task Validate_says_what_it_found_and_ends_with_0()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- { name: A, address: MW0, type: Int }"));
        var shell = await Shell.RunAsync("validate", map.PathOf("map.yaml"));
        Assert.That(shell, Is.EqualTo(new Shell(0, $"{map.PathOf("map.yaml")} is fine: 1 PLC, 1 tag.{Environment.NewLine}", "")));
    }

    [Test]
    public async Task Validate_prints_every_finding_to_standard_error_and_ends_with_1()
    {
        using var map = new MapText().With(
            "map.yaml",
            MapText.WithTags("- { name: A, address: MW0, typ: Int }\n- { name: B, address: XX0 }\n- { name: C }")
        );
        var shell = await Shell.RunAsync("validate", map.PathOf("map.yaml"));
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error.Split(Environment.NewLine), Has.Exactly(3).Contains(": error: ").And.Some.EqualTo("3 errors, 0 warnings."));
    }

    [Test]
    public async Task A_map_of_a_newer_version_is_told_together_with_the_version_of_this_one()
    {
        using var map = new MapText().With("map.yaml", "server: { quantum: true }\nplcs: []\n");
        Assert.That(
            (await Shell.RunAsync("validate", map.PathOf("map.yaml"))).Error,
            Does.Contain("unknown key 'quantum'")
                .And.Contain($"This is s7opcbridge {ProgramVersion.Text}: what it does not know may belong to a newer " + $"version.")
        );
        map.With("map.yaml", "plcs: [ { name: L } ]\n");
        Assert.That((await Shell.RunAsync("validate", map.PathOf("map.yaml"))).Error, Does.Not.Contain("newer version"));
    }

    [Test]
    public async Task Validate_takes_several_maps_and_one_with_errors_ends_it_with_1()
    {
        using var map = new MapText()
            .With("a.yaml", MapText.WithTags("- { name: A, address: MW0, type: Int }"))
            .With("b.yaml", "plcs: []\nx: 1\n")
            .With("c.yaml", MapText.WithTags("- { name: C, address: MW0, type: Int }"));
        var shell = await Shell.RunAsync("validate", map.PathOf("a.yaml"), map.PathOf("b.yaml"), map.PathOf("c.yaml"));
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(
            shell.Output.Split(Environment.NewLine),
            Is.EqualTo(new[] { $"{map.PathOf("a.yaml")} is fine: 1 PLC, 1 tag.", $"{map.PathOf("c.yaml")} is fine: 1 PLC, 1 tag.", "" })
        );
        Assert.That(shell.Error, Does.Contain("b.yaml:2:1: error: unknown key 'x'"));
    }

    [Test]
    public async Task Warnings_leave_the_exit_code_0()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- { name: A, address: DB1.DBB0, type: DTL }"));
        var shell = await Shell.RunAsync("validate", map.PathOf("map.yaml"));
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(shell.Error, Does.Contain(": warning: points in time"));
    }

    [Test]
    public async Task Validate_warns_of_a_plan_that_asks_too_much_of_the_CPU()
    {
        using var map = new MapText().With(
            "map.yaml",
            MapText.WithTags("- { name: A, address: DB1.DBB0, type: Byte(0..30000), scan: fast }")
        );
        var shell = await Shell.RunAsync("validate", map.PathOf("map.yaml"));
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(
            shell.Error,
            Does.Contain("map.yaml:4:11: warning: 'Line1' would be asked 320 times a second, and its load ceiling is 150")
        );
        Assert.That(shell.Error, Does.Contain("has tags longer than a PDU"));
        Assert.That(
            shell.Error,
            Does.Contain(
                "warning: 'Line1' would be busy with answers for about 163% of the time, and its load ceiling is 50%: cycles will take longer"
            )
        );
    }

    [Test]
    public async Task Schema_goes_into_a_file_with_the_line_for_the_map()
    {
        using var map = new MapText();
        var shell = await Shell.RunAsync("schema", "-o", map.PathOf("plant.schema.json"));
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        Assert.That(shell.Output, Does.Contain("# yaml-language-server: $schema=./plant.schema.json"));
        Assert.That(await File.ReadAllTextAsync(map.PathOf("plant.schema.json")), Is.EqualTo((await Shell.RunAsync("schema")).Output));
        var nowhere = await Shell.RunAsync("schema", "-o", map.PathOf("none/schema.json"));
        Assert.That(nowhere.ExitCode, Is.EqualTo(1));
        Assert.That(nowhere.Error, Does.StartWith("s7opcbridge: the schema was not written: "));
    }

    [TestCase("s7opcbridge: 'valdiate' is not a command; did you mean 'validate'?", "valdiate", "x")]
    [TestCase("s7opcbridge: Required argument missing for command: 'validate'.", "validate")]
    [TestCase("s7opcbridge: Unrecognized command or argument '--fast'.", "run", "--fast")]
    [TestCase("s7opcbridge: --pdu 5 is not possible; write a whole number from 112 to 65535.", "plan", "x.yaml", "--pdu", "5")]
    [TestCase(
        "s7opcbridge: --max-items many is not possible; write a whole number from 1 to 255.",
        "plan",
        "x.yaml",
        "--max-items",
        "many"
    )]
    [TestCase("s7opcbridge: Argument 'xml' not recognized. Must be one of: 'text' 'json'", "plan", "x.yaml", "--format", "xml")]
    [TestCase("s7opcbridge: --port 70000 is not possible; write a whole number from 1 to 65535.", "simulate", "x.yaml", "--port", "70000")]
    public async Task Wrong_usage_ends_with_2_and_one_clear_line(string expected, params string[] args)
    {
        var shell = await Shell.RunAsync(args);
        Assert.That(shell.ExitCode, Is.EqualTo(2));
        Assert.That(shell.Output, Is.Empty);
        Assert.That(shell.Error.Split(Environment.NewLine)[0], Is.EqualTo(expected));
    }

    [TestCase("run", "no/such.yaml")]
    [TestCase("no/such.yaml")]
    [TestCase("validate", "no/such.yaml")]
    [TestCase("plan", "no/such.yaml")]
    [TestCase("simulate", "no/such.yaml")]
    public async Task A_map_that_is_not_there_ends_with_1(params string[] args)
    {
        var shell = await Shell.RunAsync(args);
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(shell.Error, Does.StartWith("no/such.yaml:1:1: error: there is no file 'no/such.yaml'; "));
    }

    [Test]
    public async Task Help_lists_the_commands_and_ends_with_0()
    {
        var shell = await Shell.RunAsync("--help");
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(
            shell.Output,
            Does.Contain("run").And.Contain("validate").And.Contain("plan").And.Contain("simulate").And.Contain("schema")
        );
    }

    [Test]
    public async Task Plan_prints_JSON_with_the_fields_of_the_contract()
    {
        using var map = new MapText().With(
            "map.yaml",
            MapText.WithTags(
                """
                - { name: A, address: DB10.DBD0, type: Real }
                - { name: B, address: DB10.DBD32, type: Real }
                - { name: C, address: MW20, type: Int(0..2) }
                - { name: D, address: T5 }
                - { name: E, address: MW100, type: Int, scan: fast }
                """
            )
        );
        var shell = await Shell.RunAsync("plan", map.PathOf("map.yaml"), "--pdu", "240", "--max-items", "20", "--format", "json");
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        var expected = JsonNode.Parse(
            """
            {"plcs":[{"name":"Line1","pduSize":240,"maxItems":19,"scans":[
              {"scan":"fast","intervalMs":100,"tags":1,"lowerBound":1,"requests":[{}]},
              {"scan":"normal","intervalMs":1000,"tags":4,"lowerBound":0,"requests":[]}]}]}
            """
        )!;
        var plan = JsonNode.Parse(shell.Output)!;
        var fast = plan["plcs"]![0]!["scans"]![0]!["requests"]![0]!.AsObject();
        Assert.That(fast.Select(p => p.Key), Is.EqualTo(new[] { "requestBytes", "responseBytes", "items", "rides" }));
        Assert.That(fast["rides"]!.ToJsonString(), Is.EqualTo("""[{"scan":"normal","tags":4}]"""));
        var items = fast["items"]!.AsArray().Select(i => i!.ToJsonString());
        Assert.That(
            items,
            Has.Some.EqualTo("""{"area":"M","start":20,"length":6}""")
                .And.Some.EqualTo("""{"area":"M","start":100,"length":2}""")
                .And.Some.EqualTo("""{"area":"T","start":5,"length":1}""")
        );
        Assert.That(items, Has.Some.StartsWith("""{"area":"DB","db":10,"start":0,"length":"""));
        plan["plcs"]![0]!["scans"]![0]!["requests"] = new JsonArray(new JsonObject());
        Assert.That(plan.ToJsonString(), Is.EqualTo(expected.ToJsonString()));
    }

    [Test]
    public async Task Plan_for_people_shows_every_scan_class_with_its_bound()
    {
        var shell = await Shell.RunAsync("plan", Repository.PathOf("config/bridge.yaml"));
        Assert.That(shell.ExitCode, Is.Zero);
        Assert.That(
            shell.Output,
            Does.Contain("Filling: s7-1500, PDU 960 bytes")
                .And.Contain("Requests (bound)")
                .And.Contain("1 (1)")
                .And.Contain("requests a second")
        );
    }

    [Test]
    public async Task Plan_live_measures_on_the_PLC_and_plans_with_what_it_negotiates()
    {
        using var map = new MapText().With(
            "map.yaml",
            MapText.WithTags("- { name: A, address: DB1.DBB0, type: Byte(0..999) }").Replace("s7-1500", "s7-300\n    simulate: true")
        );
        var shell = await Shell.RunAsync("plan", map.PathOf("map.yaml"), "--live", "--pdu", "960", "--format", "json");
        var plc = JsonNode.Parse(shell.Output)!["plcs"]![0]!;
        Assert.That((shell.ExitCode, (int)plc["pduSize"]!, (int)plc["maxJobs"]!), Is.EqualTo((0, 240, 3)));
        var scan = plc["scans"]!.AsArray().Single(s => (string)s!["scan"]! == "normal")!;
        Assert.That((scan["requests"]!.AsArray().Count, (int)scan["failedItems"]!), Is.EqualTo((5, 0)));
        Assert.That((double)scan["measuredMs"]!, Is.GreaterThanOrEqualTo(0));
    }

    [Test]
    public async Task Plan_live_says_why_a_PLC_can_not_be_measured_and_ends_with_1()
    {
        using var map = new MapText().With(
            "map.yaml",
            MapText.WithTags("- { name: A, address: MW0, type: Int }").Replace("192.168.0.10", $"127.0.0.1\n    port: {FreePort.Next()}")
        );
        var shell = await Shell.RunAsync("plan", map.PathOf("map.yaml"), "--live");
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((1, "")));
        Assert.That(shell.Output, Does.Contain("127.0.0.1").And.Contain("Requests (bound)"));
    }

    [Test]
    public async Task Schema_is_the_committed_file_to_the_byte()
    {
        var shell = await Shell.RunAsync("schema");
        Assert.That(
            shell.Output,
            Is.EqualTo(await File.ReadAllTextAsync(Repository.PathOf("config/schema.json"))),
            "run: s7opcbridge schema > config/schema.json"
        );
        Assert.That(() => JsonDocument.Parse(shell.Output), Throws.Nothing);
    }
}
