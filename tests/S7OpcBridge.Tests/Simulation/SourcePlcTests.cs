using S7OpcBridge.Commands;
using S7OpcBridge.Map;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Simulation;

namespace S7OpcBridge.Tests;

/// <summary>A soft PLC with the blocks of TIA sources, in the hands of our S7CommPlus client.</summary>
[CancelAfter(60_000)]
public sealed class SourcePlcTests
{
    private const string Pack = """
        DATA_BLOCK "DB_Pack"
        { S7_Optimized_Access := 'TRUE' }
        VERSION : 0.1
        NON_RETAIN
           STRUCT
              State : Struct   // of the machine
                 Running : Bool := TRUE;
                 Speed { S7_SetPoint := 'True'} : Real := 12.5;
              END_STRUCT;
              Name : String[20] := 'Packer $'one$'';
              Temps : Array[0..3] of Int := [10, -2, 2(7)];
              Flags : Array[1..10] of Bool;
              Motors : Array[1..2] of "Motor";
              Pause : Time := T#1s500ms;
              Made : Date_And_Time := DT#2026-01-31-12:34:56;
              Mask : Word := 16#A0_0F;
              Fixed { ExternalWritable := 'False'} : DInt := -5;
              Secret { ExternalAccessible := 'False'; ExternalVisible := 'False'; ExternalWritable := 'False'} : Int;
              Odd : Variant;
           END_STRUCT;

        BEGIN
           Temps[3] := 99;
           Flags[10] := TRUE;
           Motors[2].Speed := 3.5;

        END_DATA_BLOCK
        """;

    private const string Motor = """
        TYPE "Motor"
        VERSION : 0.1
           STRUCT
              Speed : Real := 1.0;
              On : Bool;
           END_STRUCT;
        END_TYPE
        """;

    [Test]
    public async Task Symbols_types_and_start_values_are_those_of_the_sources(CancellationToken cancel)
    {
        using var files = new MapText().With("pack.db", Pack).With("motor.udt", Motor);
        var findings = new FindingList();
        var blocks = TiaBlocks.Load([files.PathOf("pack.db"), files.PathOf("motor.udt")], findings)!;
        Assert.That(findings.Sorted.Select(finding => finding.Message), Is.All.Contain("'Odd' is left out"));
        await using var plc = SourcePlc.Build(blocks, new(), moves: false, TimeProvider.System);
        plc.Start();
        await using var connection = await ConnectAsync(plc.Port, plc.Plus!.Thumbprint, cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        Assert.That(
            program.Blocks.Where(block => block.Number is not null).Select(block => (block.Name, block.Number)),
            Is.EqualTo(new[] { ("DB_Pack", (ushort?)1) })
        );
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".State.Running", cancel), Is.EqualTo("01"));
        Assert.That(
            await ReadAsync(connection, program, "\"DB_Pack\".State.Speed", cancel),
            Is.EqualTo(Convert.ToHexString([0x41, 0x48, 0, 0]))
        );
        Assert.That(
            await ReadAsync(connection, program, "\"DB_Pack\".Name", cancel),
            Does.StartWith("140C" + Convert.ToHexString("Packer 'one'"u8))
        );
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Temps", cancel), Is.EqualTo("000AFFFE00070063"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Flags[10]", cancel), Is.EqualTo("01"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Motors[1].Speed", cancel), Is.EqualTo("3F800000"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Motors[2].Speed", cancel), Is.EqualTo("40600000"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Pause", cancel), Is.EqualTo("000005DC"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Made", cancel), Does.StartWith("260131123456"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Mask", cancel), Is.EqualTo("A00F"));
        Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Fixed", cancel), Is.EqualTo("FFFFFFFB"));
        Assert.That((await program.FindAsync("\"DB_Pack\".Fixed", cancel)).Symbol!.IsReadOnly, Is.True);
        Assert.That((await program.FindAsync("\"DB_Pack\".Secret", cancel)).Symbol!.IsAccessible, Is.False);
    }

    [Test]
    public async Task The_command_runs_a_soft_PLC_of_sources_and_plays_faults(CancellationToken cancel)
    {
        using var files = new MapText().With("pack.db", Pack).With("motor.udt", Motor).With("faults.txt", "on browse refuse FF9C\n");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var (output, port) = (new WaitingWriter("Soft PLCs are running"), FreePort.Next());
        string[] arguments =
        [
            "simulate",
            files.PathOf("pack.db"),
            files.PathOf("motor.udt"),
            "--port",
            $"{port}",
            "--faults",
            files.PathOf("faults.txt"),
            "--move",
        ];
        var running = CommandLine.RunAsync(arguments, output, TextWriter.Null, stop.Token);
        await Task.WhenAny(output.Seen, running);
        var thumbprint = output.ToString().Split("certificate ")[1].Split('\n')[0].Trim();
        await using (var connection = await ConnectAsync(port, thumbprint, cancel))
        {
            var refused = await Assert.ThrowsAsync<S7PlusRefusedException>(() => S7PlusProgram.BrowseAsync(connection, cancel));
            Assert.That(refused!.Code.Code, Is.EqualTo(-100));
            var program = await S7PlusProgram.BrowseAsync(connection, cancel);
            Assert.That(await ReadAsync(connection, program, "\"DB_Pack\".Temps[0]", cancel), Is.EqualTo("000A"));
        }

        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
    }

    [TestCase("A : Int := 'x';", "The start value of 'A': 'x' is no Int.")]
    [TestCase("A : Real := 1; END_STRUCT; BEGIN B := 5;", "The start value of 'B': there is no 'B'.")]
    [TestCase("A : Array[0..1] of Int; END_STRUCT; BEGIN A[2] := 5;", "The start value of 'A[2]': A goes from 0 to 1.")]
    public async Task A_start_value_that_does_not_fit_is_a_sentence(string declaration, string sentence)
    {
        using var files = new MapText().With(
            "a.db",
            $"DATA_BLOCK \"A\" STRUCT {declaration}{(declaration.Contains("BEGIN") ? "" : " END_STRUCT;")} END_DATA_BLOCK"
        );
        var shell = await Shell.RunAsync("simulate", files.PathOf("a.db"), "--port", $"{FreePort.Next()}");
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((1, $"s7opcbridge: {sentence}{Environment.NewLine}")));
    }

    [Test]
    public async Task An_alarm_of_a_script_that_no_soft_PLC_has_is_an_error_with_its_place()
    {
        using var files = new MapText()
            .With("pack.db", Pack)
            .With("motor.udt", Motor)
            .With("faults.txt", "at 1s stop\nat 2s alarm 187/3 on\nalarm DB_Pack/1 on\n");
        var script = files.PathOf("faults.txt");
        var shell = await Shell.RunAsync(
            "simulate",
            files.PathOf("pack.db"),
            files.PathOf("motor.udt"),
            "--port",
            $"{FreePort.Next()}",
            "--faults",
            script
        );
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(
            shell.Error,
            Does.Contain($"{script}:2:13: error: no soft PLC here sends the alarm 187/3: only those of profile s7-300")
                .And.Contain($"{Environment.NewLine}{script}:3:7: error: no soft PLC here has the alarm DB_Pack/1; write ")
                .And.Not.Contain($"{script}:1:")
        );
    }

    [TestCase("a.csv", "'a.csv' is no TIA source")]
    public async Task A_map_and_sources_do_not_go_together(string other, string sentence)
    {
        using var files = new MapText().With("pack.db", Pack);
        var shell = await Shell.RunAsync("simulate", files.PathOf("pack.db"), other);
        Assert.That(shell.ExitCode, Is.EqualTo(2));
        Assert.That(shell.Error, Does.Contain(sentence));
    }

    [TestCase("x.wirelog", "--move")]
    [TestCase("x.wirelog", "pack.db")]
    public async Task A_wire_log_is_played_back_alone(params string[] arguments)
    {
        var shell = await Shell.RunAsync(["simulate", .. arguments]);
        Assert.That(
            (shell.ExitCode, shell.Error.TrimEnd()),
            Is.EqualTo((2, "s7opcbridge: a wire log is played back alone, without --faults and --move."))
        );
    }

    [Test]
    public async Task A_file_that_is_no_wire_log_is_a_sentence()
    {
        using var files = new MapText().With("x.wirelog", "hello");
        var shell = await Shell.RunAsync("simulate", files.PathOf("x.wirelog"), "--port", $"{FreePort.Next()}");
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(shell.Error, Does.Contain("x.wirelog is no wire log: it has no line with a request."));
        Assert.That(shell.Output, Does.Contain(", line 1: it is no line of a wire log"));
    }

    private static Task<S7PlusConnection> ConnectAsync(int port, string thumbprint, CancellationToken cancel) =>
        S7PlusConnection.ConnectAsync(
            new S7PlusConnectionOptions
            {
                Host = "127.0.0.1",
                Port = port,
                CertificateCheck = S7PlusCertificateChecks.Pin(thumbprint),
            },
            TimeProvider.System,
            cancel
        );

    private static async Task<string> ReadAsync(S7PlusConnection connection, S7PlusProgram program, string symbol, CancellationToken cancel)
    {
        var job = new S7PlusReadJob([(await program.FindAsync(symbol, cancel)).Symbol!.Item!.Value]);
        await connection.ReadAsync(job, cancel);
        return job.StatusOf(0) == S7PlusItemStatus.Ok ? Convert.ToHexString(job.DataOf(0)) : job.StatusOf(0).ToString();
    }
}
