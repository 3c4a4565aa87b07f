using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary><c>import s7://</c> against the soft PLC.</summary>
[CancelAfter(60_000)]
public sealed class ImportFromS7Tests
{
    [Test]
    public async Task The_blocks_of_an_S7_300_become_arrays_of_bytes_in_a_map_that_validates_and_reads()
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        using var files = new MapText();
        var map = files.PathOf("map.yaml");
        var shell = await Shell.RunAsync("import", $"s7://127.0.0.1:{plc.Port}", "-o", map, "--plc", "Press");
        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        Assert.That(shell.Output, Does.Contain("neither names nor types of their members").And.Contain("2 of 2 tags"));
        var text = await File.ReadAllTextAsync(map);
        Assert.That(
            text,
            Does.Contain("name: Press").And.Contain("profile: s7-300").And.Contain("slot: 2").And.Contain("blocks: 1 OB, 2 DB")
        );
        Assert.That(text, Does.Contain("db: 7").And.Contain("Array[0..519] of Byte").And.Contain("520 bytes").And.Contain("normal: 1min"));
        Assert.That((await Shell.RunAsync("validate", map)).ExitCode, Is.Zero);
        var doctor = await Shell.RunAsync("doctor", map);
        Assert.That(doctor.ExitCode, Is.Zero, doctor.Output);
    }

    [Test]
    public async Task An_optimised_block_is_left_out_with_what_to_do()
    {
        await using var plc = Start(CpuBehaviors.S7_1500 with { HasBlockInfo = true });
        plc.Memory.Protect(300, BlockAccess.Optimised);
        using var files = new MapText();
        var shell = await Shell.RunAsync("import", $"s7://127.0.0.1:{plc.Port}/0/1", "-o", files.PathOf("map.yaml"));
        Assert.That(shell.ExitCode, Is.Zero, shell.Error);
        Assert.That(shell.Output, Does.Contain("1 of 2 tags").And.Contain("DB300").And.Contain("optimised access"));
    }

    [TestCase("s7-1200", "does not list its blocks (code 8104)")]
    [TestCase("logo", "does not list its blocks")]
    public async Task A_CPU_that_does_not_list_its_blocks_is_told_with_what_to_do_instead(string family, string expected)
    {
        await using var plc = Start(family == "logo" ? CpuBehaviors.Logo : CpuBehaviors.S7_1200 with { HasBlockInfo = false });
        using var files = new MapText();
        var shell = await Shell.RunAsync(
            "import",
            $"s7://127.0.0.1:{plc.Port}{(family == "logo" ? "/0/2" : "")}",
            "-o",
            files.PathOf("map.yaml")
        );
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(shell.Error, Does.Contain(expected).And.Contain("Import its project"));
        Assert.That(File.Exists(files.PathOf("map.yaml")), Is.False);
    }

    [TestCase("s7://")]
    [TestCase("s7://127.0.0.1/0")]
    [TestCase("s7://127.0.0.1:70000")]
    public async Task What_names_no_CPU_is_a_sentence(string source)
    {
        var shell = await Shell.RunAsync("import", source);
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(shell.Error, Does.Contain("names no CPU; write s7://192.168.0.10"));
    }

    private static SoftPlc Start(CpuBehavior behavior)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        plc.Memory.AddBlock(7, 520);
        plc.Memory.AddBlock(300, 2);
        plc.Start();
        return plc;
    }
}
