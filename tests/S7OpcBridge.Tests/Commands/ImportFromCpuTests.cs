using System.Text.Json;
using S7OpcBridge.Doctor;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary><c>import s7plus://</c> against the soft PLC.</summary>
[CancelAfter(60_000)]
public sealed class ImportFromCpuTests
{
    private static readonly SoftBlock[] Blocks =
    [
        new(
            "DB_Pack",
            10,
            [
                new("State.Running", "Bool"),
                new("State.Speed", "Real"),
                new("Temps", "Array[0..9] of Int"),
                new("Motors[1..2].Name", "String[8]"),
                new("Fixed", "Int") { IsWritable = false },
                new("Secret", "Int") { IsAccessible = false },
            ]
        ),
        new("Odd name.1", 11, [new("A", "DTL")]),
    ];

    [Test]
    public async Task All_symbols_that_HMI_may_see_become_a_map_that_validates_and_reads()
    {
        await using var plc = Start();
        using var files = new MapText();
        var map = files.PathOf("map.yaml");
        var shell = await Shell.RunAsync(
            "import",
            $"s7plus://127.0.0.1:{plc.Port}",
            "-o",
            map,
            "--plc",
            "Packer",
            "--wire-log",
            files.PathOf("wire.log")
        );
        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        Assert.That(shell.Error, Does.Contain("it is trusted for this import"));
        Assert.That(shell.Output, Does.Contain("Secret").And.Contain("not accessible from HMI"));
        var text = await File.ReadAllTextAsync(map);
        Assert.That(
            text,
            Does.Contain("protocol: s7plus").And.Contain("name: Packer").And.Contain($"port: {plc.Port}").And.Contain("6ES7 512-1DM03-0AB0")
        );
        Assert.That(text, Does.Not.Contain("Secret"));
        Assert.That((await Shell.RunAsync("validate", map)).ExitCode, Is.Zero);
        var report = JsonSerializer
            .Deserialize((await Shell.RunAsync("doctor", map, "--format", "json")).Output, DoctorJson.Shapes.DoctorReport)!
            .Plcs.Single();
        Assert.That((report.Ok, report.Tags, report.TagsRead), Is.EqualTo((true, 7, 7)), report.Findings.FirstOrDefault()?.Sentence);
        Assert.That(await File.ReadAllTextAsync(files.PathOf("wire.log")), Does.StartWith("127.0.0.1 "));
    }

    [Test]
    public async Task A_CPU_that_wants_a_password_gets_it_from_a_file_and_another_certificate_is_refused()
    {
        await using var plc = Start();
        (plc.Plus!.Access, plc.Plus.Password) = (SoftAccess.None, "secret");
        using var files = new MapText().With("password", "secret\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(files.PathOf("password"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var (map, source) = (files.PathOf("map.yaml"), $"s7plus://127.0.0.1:{plc.Port}");
        Assert.That((await Shell.RunAsync("import", source, "-o", map)).Error, Does.Contain("does not allow reading without a password"));
        Assert.That(
            (await Shell.RunAsync("import", source, "-o", map, "--certificate", new string('A', 40))).Error,
            Does.Contain("pinned")
        );
        Assert.That(File.Exists(map), Is.False);
        var shell = await Shell.RunAsync(
            "import",
            source,
            "-o",
            map,
            "--password-file",
            files.PathOf("password"),
            "--certificate",
            plc.Plus.Thumbprint
        );
        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        Assert.That(await File.ReadAllTextAsync(map), Does.Contain("DB_Pack").And.Not.Contain("secret"));
    }

    [TestCase(0u, "its type contains itself")]
    [TestCase(1u << 31, "elements, and more than")]
    public async Task Symbols_without_end_are_left_out_with_a_reason_and_the_others_are_taken(uint elements, string reason)
    {
        await using var plc = Start(
            new("DB_Bad", 9, [new("Speed", "Real"), new("State.On", "Bool")]) { Itself = [("Next", elements), ("Last", elements)] },
            Blocks[0]
        );
        using var files = new MapText();
        var map = files.PathOf("map.yaml");

        var shell = await Shell.RunAsync("import", $"s7plus://127.0.0.1:{plc.Port}", "-o", map, "--plc", "Packer");

        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        Assert.That(shell.Output, Does.Contain("\"DB_Bad\".Next").And.Contain("\"DB_Bad\".Last").And.Contain(reason));
        Assert.That(await File.ReadAllTextAsync(map), Does.Contain("Speed").And.Contain("Running").And.Not.Contain("Next"));
    }

    [TestCase("s7plus://")]
    [TestCase("s7plus://127.0.0.1/DB_Pack")]
    public async Task What_names_no_CPU_is_a_sentence(string source)
    {
        var shell = await Shell.RunAsync("import", source);
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(shell.Error, Does.Contain("names no CPU; write s7plus://192.168.10.30"));
    }

    [Test]
    public async Task What_the_certificate_says_of_itself_is_printable()
    {
        await using var plc = new SoftPlc(
            new SoftPlcOptions
            {
                Name = "PLC\u001b[2J\nAll is well",
                Behavior = CpuBehaviors.S7_1500,
                Plus = new SoftPlusOptions { Blocks = Blocks },
            },
            TimeProvider.System
        );
        plc.Start();
        using var files = new MapText();

        var shown = await Shell.RunAsync("import", $"s7plus://127.0.0.1:{plc.Port}", "-o", files.PathOf("map.yaml"));
        var refused = await Shell.RunAsync(
            "import",
            $"s7plus://127.0.0.1:{plc.Port}",
            "-o",
            files.PathOf("map.yaml"),
            "--certificate",
            new string('A', 40)
        );

        Assert.That(shown.Error, Does.Contain("PLC?[2J?All is well").And.Not.Contain("\u001b"));
        Assert.That(refused.Error, Does.Contain("PLC?[2J?All is well").And.Not.Contain("\u001b"));
    }

    private static SoftPlc Start(params SoftBlock[] blocks)
    {
        var plc = new SoftPlc(
            new SoftPlcOptions
            {
                Behavior = CpuBehaviors.S7_1500,
                Plus = new SoftPlusOptions { Blocks = blocks.Length > 0 ? blocks : Blocks },
            },
            TimeProvider.System
        );
        plc.Start();
        return plc;
    }
}
